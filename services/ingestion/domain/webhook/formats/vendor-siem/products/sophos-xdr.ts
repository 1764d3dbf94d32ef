import { idAnd } from '../identity.ts'
import { scale } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, numeric } from '../recognition.ts'

/** A detection of Sophos XDR, a row of its data lake. */
export const sophosXdr: Product = {
  id: 'sophos_xdr',
  name: 'Sophos XDR',
  source: 'SEKOIA-IO/intake-formats, Sophos/sophos-analysis-threat-center/tests',
  forms: [
    [
      ...[has('ioc_detection_id'), numeric('ioc_severity')],
      hasOneOf('detection_identifier', 'record_identifier', 'ioc_unix_time'),
    ],
  ],
  title: ['ioc_detection_description', 'description', '{ioc_detection_attack}: {ioc_detection_id}'],
  titleStandIn: ['Sophos detection {ioc_detection_id}'],
  description: ['description', '{ioc_detection_attack}: {ioc_detection_id}', 'query_name'],
  // From 0 to 10. The names of the bands are those of CVSS.
  severity: [scale('ioc_severity', { low: 0, medium: 4, high: 7, critical: 9 })],
  time: ['ioc_unix_time', 'unix_time', 'ioc_created_at'],
  systems: ['meta_hostname', 'endpoint_id'],
  identity: {
    of: idAnd(
      ['detection_identifier', 'record_identifier'],
      'customer_id',
      'ioc_detection_id',
      'ioc_unix_time',
    ),
    why: 'It is not documented whether a later occurrence of the same detection has another id. Identity: id, customer, rule and time. A detection never changes.',
  },
}

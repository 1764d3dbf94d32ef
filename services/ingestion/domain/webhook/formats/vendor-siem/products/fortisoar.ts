import { id } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, isKey } from '../recognition.ts'
import { status } from '../state.ts'

/** An alert or incident of FortiSOAR whose source data is no alert of a known product. */
export const fortiSoar: Product = {
  id: 'fortisoar',
  name: 'FortiSOAR',
  source:
    'fortinet-fortisoar/solution-pack-soar-framework, docs/extending-default-alert-schema.md; the envelope of a record was not compared with a published one',
  forms: [[isKey('@type', 'Alerts', 'Alert', 'Incidents', 'Incident'), has('name'), hasOneOf('uuid', '@id')]],
  title: ['name'],
  description: ['description'],
  severity: [word('severity.itemValue', 'severity')],
  time: ['alertDetectionDate', 'createDate', 'discoveredOn'],
  systems: ['computerName', 'destinationIp'],
  identity: {
    of: id('uuid', '@id'),
    why: 'The id is unique: a UUID for each record. A change of the status keeps it.',
  },
  state: [status('status.itemValue', 'status')],
}

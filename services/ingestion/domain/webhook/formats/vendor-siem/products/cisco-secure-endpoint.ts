import { idAnd } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { rule } from '../state.ts'

/** Fields of a detection or a severity. Updates, scans and policies have none of them. */
const FOUND = hasOneOf('severity', 'detection', 'cloud_ioc', 'threat_hunting', 'vulnerabilities')

/** An event of Cisco Secure Endpoint (AMP). */
export const ciscoSecureEndpoint: Product = {
  id: 'cisco_secure_endpoint',
  name: 'Cisco Secure Endpoint',
  source:
    'elastic/integrations, packages/cisco_secure_endpoint, data stream event; https://api-docs.amp.cisco.com',
  forms: [[has('event_type_id'), has('event_type'), has('connector_guid'), hasOneOf('timestamp', 'date')]],
  title: [
    '{event_type}: {cloud_ioc.short_description} on {computer.hostname}',
    '{event_type}: {detection} on {computer.hostname}',
    '{event_type} on {computer.hostname}',
    'event_type',
  ],
  description: ['cloud_ioc.description', 'detection', 'file.file_path'],
  severity: [word('severity')],
  time: ['date', 'timestamp'],
  systems: ['computer.hostname', 'connector_guid'],
  identity: {
    of: idAnd('id', 'connector_guid', 'event_type_id', 'timestamp', 'timestamp_nanoseconds'),
    why: 'The id is not unique where senders round it: it has 19 digits. Identity: id, connector, kind and time (nanoseconds).',
  },
  state: [rule((alert) => (FOUND.holds(alert) ? null : 'informational'))],
}

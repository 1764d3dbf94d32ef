import { id } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is } from '../recognition.ts'

/** A detection of FortiDLP. */
export const fortiDlp: Product = {
  id: 'fortidlp',
  name: 'FortiDLP',
  source:
    'https://docs.fortinet.com/document/fortidlp/latest/fortidlp-administration-guide/185498/webhook-payload-fields',
  forms: [[is('event_type', 'sensor'), has('sensor_type'), has('uuid'), hasOneOf('agent_uuid', 'tenant_id')]],
  title: ['{sensor_type}: {description}', 'description', 'sensor_type'],
  description: ['description'],
  severity: [word('severity')],
  time: ['timestamp'],
  systems: ['agent_hostname'],
  identity: {
    of: id('uuid'),
    why: 'The id is unique: a UUID for each detection.',
  },
}

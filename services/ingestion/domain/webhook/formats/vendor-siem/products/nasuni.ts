import { hashOf } from '../identity.ts'
import type { Product } from '../product.ts'
import { has } from '../recognition.ts'
import { status } from '../state.ts'

/** An alert of Nasuni File IQ on an appliance or a volume. It is not graded. */
export const nasuni: Product = {
  id: 'nasuni',
  name: 'Nasuni File IQ',
  source:
    'https://docs.nasuni.com/docs/file-iq-webhooks; api-evangelist/nasuni, json-schema/nasuni-file-iq-alert-webhook-payload.schema.json',
  forms: [[has('nasuni.alert_name'), has('entity'), has('name'), has('start_timestamp')]],
  title: ['{name}: {entity}', 'name'],
  description: ['nasuni.alert_description', 'value'],
  severity: [],
  time: ['start_timestamp'],
  systems: ['entity', 'nasuni.source_appliance.description'],
  identity: {
    of: hashOf('nasuni.source_appliance', 'nasuni.alert_name', 'entity', 'name', 'start_timestamp'),
    why: 'An alert has no id. Identity: appliance, names, entity and start. The end repeats them.',
  },
  state: [status('status')],
}

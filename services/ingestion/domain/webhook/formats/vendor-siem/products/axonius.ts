import { id } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has } from '../recognition.ts'
import { status } from '../state.ts'

/** A finding of an alert rule of Axonius. */
export const axonius: Product = {
  id: 'axonius',
  name: 'Axonius',
  source: 'elastic/integrations, packages/axonius, data stream alert_finding',
  forms: [[has('internal_axon_id'), has('event.data.finding_name'), has('event.data.id')]],
  title: ['event.data.finding_name'],
  description: ['event.data.finding_message'],
  severity: [word('event.data.finding_severity')],
  time: ['event.data.trigger_date'],
  systems: ['event.data.finding_asset_type'],
  identity: {
    of: id('event.data.id'),
    why: 'The id is unique: it is that of the finding. The ids of the alert and of its configuration are those of the rule and are not read.',
  },
  state: [status('event.data.status')],
}

import { id } from './identity.ts'
import { word } from './levels.ts'
import type { Product } from './product.ts'
import { has, object } from './recognition.ts'
import { status, when } from './state.ts'

/** An alert of HarfangLab EDR. */
export const harfangLab: Product = {
  id: 'harfanglab',
  name: 'HarfangLab EDR',
  source: 'SEKOIA-IO/intake-formats, HarfangLab/harfanglab/tests',
  forms: [[has('alert_unique_id'), has('rule_name'), has('level'), object('agent')]],
  title: ['rule_name', 'msg'],
  description: ['msg'],
  severity: [word('level')],
  time: ['alert_time', '@event_create_date', '@timestamp'],
  systems: ['agent.hostname'],
  identity: {
    of: id('alert_unique_id'),
    why: 'Not shared: a UUID for each alert; aggregation_key is shared by alike alerts.',
  },
  state: [when('status', ['probable_false_positive'], 'false_positive'), status('status')],
}

import { id } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { status } from '../state.ts'

/** An alert of Metoro, with the names of the variables of its webhook. It is not graded. */
export const metoro: Product = {
  id: 'metoro',
  name: 'Metoro',
  source: 'spikehq/docs.spike.sh, integrations-guideline/integrate-spike-with-metoro.md',
  forms: [[has('alert_fire_uuid'), hasOneOf('alert_name', 'description'), hasOneOf('state', 'alert_state')]],
  title: ['alert_name', 'description', 'alert_description'],
  description: ['description', 'alert_description', '{metric_name}: {value}'],
  severity: [],
  time: ['fired_at'],
  systems: ['service'],
  identity: {
    of: id('alert_fire_uuid'),
    why: 'The id is unique: a UUID for each firing, which its end repeats. The UUID of the alert is the same for all its groups and is not read.',
  },
  state: [status('state', 'alert_state')],
}

import { hashOf, hashOfShared } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { when } from '../state.ts'

/** A change of state of a check of Pingdom. */
export const pingdom: Product = {
  id: 'pingdom',
  name: 'Pingdom',
  source: 'https://pingdom.com/resources/webhooks/',
  forms: [
    [
      has('check_id'),
      has('check_name'),
      has('current_state'),
      hasOneOf('previous_state', 'importance_level'),
    ],
  ],
  title: ['check_name'],
  description: ['{description}: {long_description}', 'description'],
  severity: [word('importance_level')],
  time: ['state_changed_timestamp', 'state_changed_utc_time'],
  systems: ['check_params.hostname', 'check_params.full_url'],
  identity: {
    of: hashOf('check_id', 'check_name', 'current_state', 'state_changed_timestamp'),
    closes: hashOfShared('check_id', 'check_name'),
    why: 'The id is not unique: it is that of the check. Identity: check, state and the time of the change. The recovery finds its alert by the check.',
  },
  state: [when('current_state', ['UP', 'SUCCESS', 'SUCCESSFUL'], 'resolved')],
}

import { hashOf } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'

/** An alert of SolarWinds Loggly. It is not graded, and its times have no year. */
export const loggly: Product = {
  id: 'loggly',
  name: 'SolarWinds Loggly',
  source: 'a notification in the documentation of a public receiver of them',
  forms: [
    [has('alert_name'), has('search_link'), has('num_hits'), hasOneOf('edit_alert_link', 'owner_subdomain')],
  ],
  title: ['alert_name'],
  description: ['alert_description', 'query'],
  severity: [],
  time: ['end_time', 'start_time'],
  identity: {
    of: hashOf('owner_subdomain', 'alert_name', 'search_link', 'start_time', 'end_time', 'num_hits'),
    why: 'A notification has no id. Identity: account, rule, period and number of hits.',
  },
}

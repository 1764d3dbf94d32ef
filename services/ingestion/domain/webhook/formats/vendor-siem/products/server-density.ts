import { idAnd } from '../identity.ts'
import type { Product } from '../product.ts'
import { has } from '../recognition.ts'
import { when } from '../state.ts'

/** An alert of Server Density about a device or a service. It is not graded. */
export const serverDensity: Product = {
  id: 'server_density',
  name: 'Server Density',
  source: 'https://support.serverdensity.com/hc/en-us/articles/360001084586-Webhook-payload-format',
  forms: [[has('alert_section'), has('alert_type'), has('item_name'), has('trigger_datetime')]],
  title: [
    '{alert_section} {alert_type} on {item_name}: {current_value}',
    '{alert_section} {alert_type} on {item_name}',
  ],
  description: [
    'Configured {configured_trigger_value}, found {triggered_value}',
    'Configured {configured_trigger_value}',
  ],
  severity: [],
  time: ['trigger_datetime'],
  systems: ['item_name'],
  identity: {
    of: idAnd('incident_id', 'item_id', 'alert_section', 'alert_type'),
    why: 'The id is unique: one for each alert that was triggered. Identity: id, device and what was watched. The end of the alert repeats them.',
  },
  state: [when('fixed', [true], 'resolved')],
}

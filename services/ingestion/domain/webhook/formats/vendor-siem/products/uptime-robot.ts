import { hashOf, hashOfShared, requiring } from '../identity.ts'
import type { Product } from '../product.ts'
import { has } from '../recognition.ts'
import { when } from '../state.ts'

/** A change of a monitor of UptimeRobot, with the names of its webhook's variables. It is not graded. */
export const uptimeRobot: Product = {
  id: 'uptime_robot',
  name: 'UptimeRobot',
  source:
    'https://uptimerobot.com/integrations/webhooks-integration/; zulip/zulip, zerver/webhooks/uptimerobot/fixtures',
  forms: [[has('monitor_friendly_name'), has('alert_type_friendly_name'), has('alert_type')]],
  title: ['{monitor_friendly_name}: {alert_type_friendly_name}'],
  description: ['alert_details'],
  severity: [],
  time: ['alert_date_time'],
  systems: ['monitor_url'],
  identity: {
    of: requiring(['alert_date_time'], hashOf('monitor_id', 'monitor_url', 'alert_type', 'alert_date_time')),
    closes: hashOfShared('monitor_id', 'monitor_url', 'monitor_friendly_name'),
    why: 'The id is not unique: it is that of the monitor. Identity: monitor and the time of the alert. Where the template sends no time, only the very delivery identifies a change. The recovery finds its alert by the monitor.',
  },
  // 1 down, 2 up, 3 an expiring certificate.
  state: [when('alert_type', [2], 'resolved')],
}

import { hashOf, hashOfShared, requiring } from '../identity.ts'
import { codes } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is } from '../recognition.ts'
import { when } from '../state.ts'

const TIMES = ['INCIDENT_TIME_ISO', 'OUTAGE_TIME_UNIX_FORMAT', 'INCIDENT_TIME']

/** A change of a monitor of Site24x7, from its webhook in JSON. The state Down is not graded. */
export const site24x7: Product = {
  id: 'site24x7',
  name: 'Site24x7',
  source:
    'https://www.site24x7.com/help/admin/third-party-integrations/webhooks.html; target/goalert, test/smoke/site24x7_test.go',
  forms: [
    [
      has('MONITORNAME'),
      is('STATUS', 'DOWN', 'UP', 'TROUBLE', 'CRITICAL'),
      hasOneOf('MONITOR_DASHBOARD_LINK', 'INCIDENT_REASON', 'INCIDENT_TIME', 'MONITORTYPE'),
    ],
  ],
  title: ['{MONITORNAME} is {STATUS}: {INCIDENT_REASON}', '{MONITORNAME} is {STATUS}'],
  description: ['INCIDENT_REASON', 'FAILED_LOCATIONS'],
  severity: [codes('STATUS', { critical: 'critical', trouble: 'medium' })],
  time: ['INCIDENT_TIME_ISO', 'OUTAGE_TIME_UNIX_FORMAT'],
  systems: ['MONITORURL', 'MONITORNAME'],
  identity: {
    of: requiring(TIMES, hashOf('MONITOR_ID', 'MONITORNAME', 'MONITOR_DASHBOARD_LINK', 'STATUS', ...TIMES)),
    closes: hashOfShared('MONITOR_ID', 'MONITORNAME', 'MONITOR_DASHBOARD_LINK'),
    why: 'The id is not unique: it is that of the monitor. Identity: monitor, status and the time of the incident. Without a time, only the very delivery identifies a change. The recovery finds its alert by the monitor.',
  },
  state: [when('STATUS', ['UP'], 'resolved')],
}

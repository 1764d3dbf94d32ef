import { hashOf, hashOfShared } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { hasOneOf, is } from '../recognition.ts'
import { rule, type State, when } from '../state.ts'

/** Types of notifications: problems, and actions of people and the core on them. */
const TYPES = [
  ...['PROBLEM', 'RECOVERY', 'ACKNOWLEDGEMENT', 'FLAPPINGSTART', 'FLAPPINGSTOP', 'FLAPPINGDISABLED'],
  ...['DOWNTIMESTART', 'DOWNTIMEEND', 'DOWNTIMECANCELLED', 'CUSTOM'],
]

/**
 * A notification of Checkmk: its context under the variables' names (`HOSTNAME`, `SERVICESTATE`), or the output of Keep's
 * script. The states of hosts are not graded.
 */
export const checkmk: Product = {
  id: 'checkmk',
  name: 'Checkmk',
  source:
    'https://docs.checkmk.com/latest/en/notifications.html#environment_variables; keephq/keep, keep/providers/checkmk_provider',
  forms: [[is('what', 'HOST', 'SERVICE'), is('notification_type', ...TYPES), hasOneOf('host', 'hostname')]],
  title: [
    ...['summary', '{hostname} {servicedesc}: {servicestate}', '{hostname}: {hoststate}'],
    ...['{hostname}: {serviceoutput}', '{host}: {output}'],
  ],
  titleStandIn: ['{hostname}: {notificationtype}', '{host}: {notification_type}'],
  description: ['output', 'serviceoutput', 'hostoutput', 'long_output'],
  severity: [word('servicestate', 'severity')],
  time: ['micro_time', 'long_date_time', 'short_date_time'],
  systems: ['host', 'hostname'],
  identity: {
    of: hashOf(
      ...['site', 'omd_site', 'what', 'host', 'hostname', 'service', 'servicedesc', 'notification_type'],
      ...['status', 'severity', 'hoststate', 'servicestate', 'id', 'hostproblemid', 'serviceproblemid'],
      ...['micro_time', 'long_date_time', 'short_date_time'],
    ),
    closes: hashOfShared('site', 'omd_site', 'what', 'host', 'hostname', 'service', 'servicedesc'),
    why: 'The id is not unique: the number of a problem counts within a site, and the core can start its count again. Identity: site, host, service, state, problem and the time of the notification. The recovery finds its alert by host and service.',
  },
  state: [when('notification_type', ['RECOVERY'], 'resolved'), rule(ofPeople, 'notification_type')],
}

/** Notifications without a (new) problem. */
const NO_PROBLEM = is(
  'notification_type',
  ...TYPES.filter((type) => !['PROBLEM', 'RECOVERY', 'FLAPPINGSTART', 'CUSTOM'].includes(type)),
)

function ofPeople(alert: unknown): State | null {
  return NO_PROBLEM.holds(alert) ? 'informational' : null
}

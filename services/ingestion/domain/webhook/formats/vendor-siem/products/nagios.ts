import { valueAt } from '../../../fields.ts'
import { isAbsent, plainText } from '../../../text.ts'
import { hashOf, hashOfShared, idAt } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { hasOneOf, is, lacks } from '../recognition.ts'
import { rule, type State, when } from '../state.ts'

/** Types of notifications: problems, and actions of people and the core on them. */
const TYPES = [
  ...['PROBLEM', 'RECOVERY', 'ACKNOWLEDGEMENT', 'FLAPPINGSTART', 'FLAPPINGSTOP', 'FLAPPINGEND'],
  ...['FLAPPINGDISABLED', 'DOWNTIMESTART', 'DOWNTIMEEND', 'DOWNTIMECANCELLED', 'DOWNTIMEREMOVED', 'CUSTOM'],
]

/**
 * A notification of Nagios, Naemon or Icinga from a script: the macros of a notification command under their own names
 * (`HOSTNAME`, `host_name`) or as environment variables (`NAGIOS_HOSTNAME`, `ICINGA_HOSTNAME`). Hosts are not graded.
 */
export const nagios: Product = {
  id: 'nagios',
  name: 'Nagios',
  source:
    'https://assets.nagios.com/downloads/nagioscore/docs/nagioscore/4/en/macrolist.html; opsgenie/opsgenie-integration, nagios/nagios/nagios2opsgenie.go and icinga2Incoming/icinga2/icinga2opsgenie.go',
  forms: macros('notificationtype').map((type, i) => [
    is(type, ...TYPES),
    hasOneOf(macros('hostname')[i]!),
    hasOneOf(macros('servicestate')[i]!, macros('hoststate')[i]!),
    lacks('what'),
  ]),
  title: templates('{hostname} {servicedesc}: {servicestate}', '{hostname}: {hoststate}'),
  titleStandIn: templates('{hostname}: {notificationtype}'),
  description: macros('serviceoutput', 'hostoutput', 'longserviceoutput', 'longhostoutput'),
  severity: macros('servicestate').map((path) => word(path)),
  time: macros('lastservicestatechange', 'timet', 'longdatetime', 'lasthoststatechange'),
  systems: macros('hostname'),
  identity: {
    of: (alert) => {
      if (PROBLEM.holds(alert) && !isAbsent(sinceWhen(alert))) return ofProblem(alert)
      return idAt(alert, TOLD) === null ? null : ofNotification(alert)
    },
    closes: hashOfShared(...macros('hostname', 'servicedesc')),
    why: 'The id is not unique: the number of a problem can begin anew, and many scripts leave it out. Identity: host, service, the time at which the state changed, and the output, which further notifications repeat. Without that time: the time of the notification. Without either time, only the very delivery identifies it. The recovery finds its problem by host and service.',
  },
  state: [
    ...macros('notificationtype').map((path) => when(path, ['RECOVERY'], 'resolved')),
    rule(ofPeople, ...macros('notificationtype')),
  ],
}

/** Returns the names of each macro. */
function macros(...names: readonly string[]): string[] {
  return names.flatMap((name) => [name, `nagios${name}`, `icinga${name}`])
}

function templates(...found: readonly string[]): string[] {
  return found.flatMap((text) => [
    ...[text, text.replaceAll('{', '{nagios'), text.replaceAll('{', '{icinga')],
  ])
}

const kinds = (...types: readonly string[]) => macros('notificationtype').map((path) => is(path, ...types))
const anyOf = (conditions: readonly { holds: (alert: unknown) => boolean }[]) => ({
  holds: (alert: unknown) => conditions.some(({ holds }) => holds(alert)),
})

const PROBLEM = anyOf(kinds('PROBLEM'))
const NO_PROBLEM = anyOf(
  kinds(...TYPES.filter((type) => !['PROBLEM', 'RECOVERY', 'FLAPPINGSTART', 'CUSTOM'].includes(type))),
)
const TOLD = macros('timet', 'longdatetime', 'shortdatetime')

const ofProblem = hashOf(
  ...macros('hostname', 'servicedesc', 'serviceproblemid', 'hostproblemid'),
  ...macros('lastservicestatechange', 'lasthoststatechange', 'serviceoutput', 'hostoutput'),
)
const ofNotification = hashOf(
  ...macros('hostname', 'servicedesc', 'notificationtype', 'servicestate', 'hoststate'),
  ...macros('serviceproblemid', 'hostproblemid', 'timet', 'longdatetime', 'shortdatetime'),
)

/** Returns the time of the last state change of the service, or of the host if the notification is about no service. */
function sinceWhen(alert: unknown): string {
  const text = (name: string) => plainText(valueAt(alert, ...macros(name))).trim()
  return text('servicedesc') === '' ? text('lasthoststatechange') : text('lastservicestatechange')
}

function ofPeople(alert: unknown): State | null {
  return NO_PROBLEM.holds(alert) ? 'informational' : null
}

import { valueAt } from '../../../fields.ts'
import { plainText } from '../../../text.ts'
import { id } from '../identity.ts'
import { codes, type Level } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { labelledStatus, rule, type StateRule, status, when } from '../state.ts'

/** ServiceNow's own numbers: 1 high or critical, 2 medium or high, 3 low or moderate, and so on down. */
const PRIORITIES = { 1: 'critical', 2: 'high', 3: 'medium', 4: 'low', 5: 'low' } as const
const SEVERITIES = { 1: 'high', 2: 'medium', 3: 'low' } as const

/** A record of ServiceNow's tables incident and sn_si_incident, as an outbound REST message or the Table API gives it. */
export const serviceNow: Product = {
  id: 'servicenow',
  name: 'ServiceNow',
  source:
    'https://www.servicenow.com/docs/bundle/xanadu-it-service-management/page/product/incident-management/reference/r_IncidentFields.html',
  forms: [[has('sys_id'), has('number'), hasOneOf('short_description', 'description')]],
  title: ['short_description', 'short_description.display_value', 'number', 'number.display_value'],
  description: ['description', 'description.display_value'],
  severity: [
    choice('priority', PRIORITIES),
    (alert) =>
      EVENT_ALERT.test(plainText(valueAt(alert, 'number.value', 'number'))) ? ofEvent(alert) : null,
    choice('severity', SEVERITIES),
    choice('urgency', SEVERITIES),
  ],
  time: ['opened_at', 'opened_at.value', 'sys_created_on', 'sys_created_on.value'],
  systems: ['cmdb_ci.display_value', 'cmdb_ci'],
  identity: {
    of: id('sys_id.value', 'sys_id'),
    why: 'The id is unique: the GUID of the record. Updates repeat it. The number of the record is counted.',
  },
  state: [
    rule(closedSecurityIncident, 'state'),
    when('state.value', [6], 'resolved'),
    when('state.value', [7, 8], 'closed'),
    when('state', [6, '6 - Resolved'], 'resolved'),
    when('state', [7, 8, '7 - Closed', '8 - Canceled'], 'closed'),
    ...['state', 'state.value'].flatMap((path) => [
      // Problems have numbers of their own.
      when(path, [106], 'resolved'),
      when(path, [107], 'closed'),
    ]),
    status('state.display_value', 'state'),
    ...['incident_state', 'incident_state.value'].flatMap((path) => [
      unlessInProgress(when(path, [6], 'resolved')),
      unlessInProgress(when(path, [7, 8], 'closed')),
    ]),
    unlessInProgress(
      labelledStatus('state.display_value', 'state', 'incident_state.display_value', 'incident_state'),
    ),
    // Every closed task is inactive.
    ...['active', 'active.value'].map((path) => when(path, [false], 'closed')),
  ],
}

/** Alerts of event management (em_alert, `Alert0010001`) are graded from 1 (critical) to 5 (information); 0 clears them. */
const EVENT_ALERT = /^Alert[0-9]/
const ofEvent = codes('severity', { 1: 'critical', 2: 'high', 3: 'medium', 4: 'low', 5: 'informational' })

/** State 3 means on hold for an incident, and closed for a security incident (sn_si_incident, `SIR0010001`). */
function closedSecurityIncident(alert: unknown): 'closed' | null {
  const security =
    /^SIR[0-9]/.test(plainText(valueAt(alert, 'number.value', 'number'))) ||
    valueAt(alert, 'sys_class_name.value', 'sys_class_name') === 'sn_si_incident'
  return security && plainText(valueAt(alert, 'state.value', 'state')) === '3' ? 'closed' : null
}

/**
 * `state` replaced `incident_state`, which can still name a former end. It does not count beside a number or an English label of a
 * state in progress.
 */
function unlessInProgress({ paths, read }: StateRule): StateRule {
  const isInProgress = (alert: unknown) =>
    valueAt(alert, 'incident_state') !== undefined &&
    IN_PROGRESS.test(plainText(valueAt(alert, 'state.value', 'state.display_value', 'state')).trim())
  return { paths, read: (alert) => (isInProgress(alert) ? null : read(alert)) }
}

const IN_PROGRESS =
  /^(?:-?[0-9]+\b|(?:new|open|active|assigned|in progress|on hold|awaiting|pending|re-?opened)\b)/i

/** Choices come as a number, a number with a label in the language of a user, or a label alone. */
function choice(path: string, numbers: { [number: string]: Level }): (alert: unknown) => Level | null {
  const labels = Object.values(numbers)
  return (alert) => {
    for (const place of [path, `${path}.value`, `${path}.display_value`]) {
      const text = plainText(valueAt(alert, place)).trim().toLowerCase()
      const number = /^([0-9])(?: *[-–.:] *\D|$)/.exec(text)?.[1]
      const level = number === undefined ? LABELS.get(text) : numbers[number]
      if (level !== undefined && labels.includes(level)) return level
    }
    return null
  }
}

const LABELS: ReadonlyMap<string, Level> = new Map([
  ...(['critical', 'high', 'medium', 'low'] as const).map((level) => [level, level] as const),
  ...[['moderate', 'medium'] as const, ['planning', 'low'] as const],
])

import { valueAt } from '../../../fields.ts'
import { plainText } from '../../../text.ts'
import { id } from '../identity.ts'
import { codes } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { labelledStatus, rule, when } from '../state.ts'

/** ServiceNow's own numbers: 1 high or critical, 2 medium or high, 3 low or moderate, and so on down. */
const PRIORITIES = levels({ 1: 'critical', 2: 'high', 3: 'medium', 4: 'low', 5: 'low' })
const SEVERITIES = levels({ 1: 'high', 2: 'medium', 3: 'low' })

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
    codes('priority', PRIORITIES),
    codes('priority.value', PRIORITIES),
    (alert) =>
      EVENT_ALERT.test(plainText(valueAt(alert, 'number.value', 'number'))) ? ofEvent(alert) : null,
    codes('severity', SEVERITIES),
    codes('severity.value', SEVERITIES),
    codes('urgency', SEVERITIES),
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
    when('incident_state', [6], 'resolved'),
    when('incident_state', [7, 8], 'closed'),
    labelledStatus('state.display_value', 'state', 'incident_state.display_value', 'incident_state'),
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

/** Choices come as a number, a number with a label, or a label alone. */
function levels<L extends string>(numbers: { [number: string]: L }): { [code: string]: L } {
  const all: { [code: string]: L } = {}
  const labels: { [label: string]: readonly string[] } = {
    critical: ['Critical'],
    high: ['High'],
    medium: ['Moderate', 'Medium'],
    low: ['Low', 'Planning'],
  }
  for (const [number, level] of Object.entries(numbers)) {
    all[number] = level
    for (const label of labels[level] ?? []) all[label] = level
    for (const label of ['Critical', 'High', 'Moderate', 'Medium', 'Low', 'Planning'])
      all[`${number} - ${label}`] = level
  }
  return all
}

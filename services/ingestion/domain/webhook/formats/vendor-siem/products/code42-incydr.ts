import { valueAt, valuesAt } from '../../../fields.ts'
import { decimal } from '../../../own.ts'
import { plainText } from '../../../text.ts'
import { readTimestamp } from '../../../timestamp.ts'
import { id } from '../identity.ts'
import { type Level, word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, like } from '../recognition.ts'
import { rule, type State, status } from '../state.ts'

/** The events of a session by grade, the gravest first. */
const COUNTS = [
  ['criticalEvents', 'critical'],
  ['highEvents', 'high'],
  ['moderateEvents', 'medium'],
  ['lowEvents', 'low'],
  ['noRiskEvents', 'informational'],
] as const

const SESSION_STATES: { readonly [word: string]: State } = {
  CLOSED: 'closed',
  CLOSED_TP: 'closed',
  CLOSED_FP: 'false_positive',
}

/** An alert of Incydr (Code42, now Mimecast) about exfiltrated data, or a session of a person that it graded. */
export const code42Incydr: Product = {
  id: 'code42_incydr',
  name: 'Code42 Incydr',
  source:
    'demisto/content, Packs/Code42/Integrations/Code42/test_data; code42/incydr_python, src/_incydr_sdk/enums/sessions.py',
  forms: [
    [like('type$', /^ALERT_/, 'ALERT_…'), has('ruleSource'), has('actor'), has('tenantId')],
    [
      has('sessionId'),
      has('actorId'),
      has('states'),
      hasOneOf('triggeredAlerts', 'riskIndicators', 'scores'),
    ],
  ],
  title: ['{name}: {actor}', 'name', 'exfiltrationSummary'],
  titleStandIn: ['Session of {actorId}'],
  description: ['description', 'ruleSource', 'contextSummary'],
  severity: [word('riskSeverity', 'severity'), byCount],
  time: ['createdAt', 'beginTime', 'firstObserved'],
  systems: ['actor', 'actorId'],
  identity: {
    of: (alert) => (ALERT.holds(alert) ? ofAlert(alert) : ofSession(alert)),
    why: 'The id is unique: a UUID for each alert, and one for each session. A change of the state keeps it. ruleId is shared and not read.',
  },
  state: [status('state'), rule(newestState, 'states.state')],
}

const ALERT = has('ruleSource')
const ofSession = id('sessionId')
const ofAlert = id('id')

/** The grade of the gravest events of a session. */
function byCount(alert: unknown): Level | null {
  const found = COUNTS.find(([path]) => (decimal(valueAt(alert, path)) ?? 0) > 0)
  return found?.[1] ?? null
}

/** The last state of a session, which lists all of its states with their times. */
function newestState(alert: unknown): State | null {
  let newest: unknown
  for (const state of valuesAt(alert, 'states', MAX_STATES))
    if (newest === undefined || timeOf(state) >= timeOf(newest)) newest = state
  return SESSION_STATES[plainText(valueAt(newest, 'state')).toUpperCase()] ?? null
}

function timeOf(state: unknown): string {
  return readTimestamp(valueAt(state, 'sourceTimestamp')) ?? ''
}

const MAX_STATES = 1000

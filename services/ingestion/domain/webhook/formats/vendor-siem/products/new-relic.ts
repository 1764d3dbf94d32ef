import { valueAt } from '../../../fields.ts'
import { textOf } from '../../../text.ts'
import { id, idAnd } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, like } from '../recognition.ts'
import { status, when } from '../state.ts'

/** An issue that a workflow of New Relic sends with its default template. */
export const newRelicIssue: Product = {
  id: 'new_relic_issue',
  name: 'New Relic',
  source: 'https://docs.newrelic.com/docs/alerts/get-notified/notification-integrations/#webhook',
  forms: [
    [
      ...[has('issueUrl'), has('title'), hasOneOf('state', 'trigger'), hasOneOf('id', 'issueId')],
      hasOneOf('priority', 'alertConditionNames', 'alertPolicyNames', 'impactedEntities', 'workflowName'),
    ],
    [
      like('issueUrl', /^https:\/\/[a-z0-9.-]+\.newrelic\.com\//, 'of New Relic'),
      hasOneOf('state', 'trigger'),
    ],
    [has('alertConditionNames'), has('priority'), hasOneOf('id', 'issueId')],
  ],
  title: ['title', 'alertConditionNames', 'condition_name', 'alertPolicyNames'],
  titleStandIn: ['New Relic issue {id}', 'New Relic issue {issueUrl}'],
  description: ['description', 'details', 'alertConditionNames'],
  severity: [word('priority', 'severity')],
  time: ['createdAt', 'activatedAt', 'updatedAt'],
  systems: ['impactedEntities'],
  identity: {
    of: (alert) => inUrl(alert) ?? id('id', 'issueId', 'issueUrl')(alert),
    why: 'The id is unique: a UUID for each issue. Every notification about it repeats it.',
  },
  // A template can omit the state, but not the trigger of the notification.
  state: [status('state', 'status'), when('trigger', ['ISSUE_CLOSED'], 'closed')],
}

/** A template can omit the id. The link to the issue ends with it. */
function inUrl(alert: unknown): string | null {
  if (valueAt(alert, 'id', 'issueId') !== undefined) return null
  const url = textOf(valueAt(alert, 'issueUrl')) ?? ''
  return /\/issues\/([0-9a-f-]{36})(?:[?/]|$)/.exec(url)?.[1] ?? null
}

/** A notification of New Relic's alerts before workflows. */
export const newRelicClassic: Product = {
  id: 'new_relic_classic',
  name: 'New Relic',
  source:
    'alerta/alerta, tests/test_webhooks.py, new_relic_notification; zulip/zulip, zerver/webhooks/newrelic',
  forms: [[has('condition_name'), has('current_state'), hasOneOf('policy_name', 'incident_id')]],
  title: ['condition_name'],
  description: ['details', 'policy_name'],
  severity: [word('severity')],
  time: ['timestamp', 'timestamp_utc_string'],
  systems: ['targets.name'],
  identity: {
    of: idAnd('incident_id', 'account_id', 'condition_id'),
    why: 'The id is not unique: each account counts the numbers of its incidents. Identity: id, account and condition. Acknowledgement and closure repeat them.',
  },
  state: [status('current_state')],
}

import { valueAt } from '../../../fields.ts'
import { id, idAnd } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, object } from '../recognition.ts'
import { status, when } from '../state.ts'

/** An issue alert, an error, an issue or a metric alert of Sentry, and an event as its legacy plugin sends it. */
export const sentry: Product = {
  id: 'sentry',
  name: 'Sentry',
  source:
    'https://docs.sentry.io/organization/integrations/integration-platform/webhooks/; zulip/zulip, zerver/webhooks/sentry/fixtures',
  forms: [
    [
      object('data.event'),
      has('data.event.event_id'),
      hasOneOf('data.triggered_rule', 'data.event.issue_id'),
    ],
    [object('data.error'), has('data.error.event_id'), has('data.error.issue_id')],
    [object('data.issue'), has('data.issue.shortId'), has('action')],
    [object('data.metric_alert'), has('action')],
    [object('event'), has('event.event_id'), has('project_slug'), has('culprit')],
  ],
  title: [
    'data.event.title',
    'data.error.title',
    'data.issue.title',
    'data.description_title',
    'event.title',
    'message',
  ],
  titleStandIn: ['data.metric_alert.alert_rule.name', 'culprit'],
  description: ['data.event.message', 'data.description_text', 'data.issue.culprit', 'message', 'culprit'],
  severity: [
    word('data.event.level', 'data.error.level', 'data.issue.level', 'event.level', 'level'),
    word('action'),
  ],
  time: [
    ...['data.event.datetime', 'data.event.timestamp', 'data.error.datetime', 'data.issue.firstSeen'],
    ...['data.metric_alert.date_started', 'event.timestamp', 'event.received'],
  ],
  systems: ['data.event.server_name', 'data.issue.project.slug', 'project_slug'],
  identity: {
    of: (alert) => {
      const issue = valueAt(alert, 'data.issue.id')
      if (issue !== undefined) return ofIssue(alert)
      return valueAt(alert, 'data.metric_alert') === undefined ? ofEvent(alert) : ofMetric(alert)
    },
    why: 'The id of an event is unique: 32 hexadecimal digits. The id of the issue is not: its events share it. Issues and metric alerts have numbers of the installation. Identity of these: number, and project or rule. Every action about them repeats both.',
  },
  state: [
    when('action', ['resolved'], 'resolved'),
    when('action', ['ignored', 'archived'], 'suppressed'),
    status('data.issue.status'),
  ],
}

const ofEvent = id('data.event.event_id', 'data.error.event_id', 'event.event_id')
const ofIssue = idAnd('data.issue.id', 'data.issue.shortId')
const ofMetric = idAnd('data.metric_alert.id', 'data.metric_alert.alert_rule.id')

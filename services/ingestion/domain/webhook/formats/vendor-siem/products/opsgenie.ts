import { id } from '../identity.ts'
import { codes } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { status, when } from '../state.ts'

/** P1 critical, P2 high, P3 moderate, P4 low, P5 informational (Opsgenie, "Alert priority settings"); some send the number. */
const PRIORITIES = {
  p1: 'critical',
  p2: 'high',
  p3: 'medium',
  p4: 'low',
  p5: 'low',
  1: 'critical',
  2: 'high',
  3: 'medium',
  4: 'low',
  5: 'low',
} as const

/** An alert of Opsgenie or Jira Service Management: its outgoing webhook, and the answer of the alert API. */
export const opsgenie: Product = {
  id: 'opsgenie',
  name: 'Opsgenie',
  source:
    'https://support.atlassian.com/opsgenie/docs/opsgenie-edge-connector-alert-action-data/; https://docs.opsgenie.com/docs/alert-api#get-alert',
  forms: [
    [
      ...[has('alert.alertId'), has('alert.message')],
      hasOneOf('alert.tinyId', 'alert.alias', 'integrationId', 'integrationName'),
    ],
    // The action on an alert alone, such as Escalate, without the alert's own fields.
    [has('action'), has('alert.alertId'), hasOneOf('integrationId', 'integrationName')],
    [has('tinyId'), has('message'), hasOneOf('id', 'alertId')],
  ],
  title: ['alert.message', 'message'],
  titleStandIn: [
    'Opsgenie alert {alert.alertId}, escalated by {escalationName}',
    'Opsgenie alert {alert.alertId}: {action}',
  ],
  description: ['alert.description', 'description'],
  severity: [codes('alert.priority', PRIORITIES), codes('priority', PRIORITIES)],
  time: ['alert.createdAt', 'createdAt'],
  systems: ['alert.entity', 'entity'],
  identity: {
    of: id('alert.alertId', 'id', 'alertId'),
    why: 'The id is unique: a UUID, with the time, for each alert. The alias is not unique: the sender chooses it and can use it again after the alert is closed.',
  },
  state: [when('action', ['Close', 'Delete'], 'closed'), status('alert.status', 'status')],
}

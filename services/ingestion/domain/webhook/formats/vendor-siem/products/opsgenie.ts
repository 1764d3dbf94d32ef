import { id, idAt } from '../identity.ts'
import { codes } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is } from '../recognition.ts'
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

/**
 * An alert of Opsgenie or Jira Service Management: its outgoing webhook, the answer of the alert API, and the request that
 * creates an alert.
 */
export const opsgenie: Product = {
  id: 'opsgenie',
  name: 'Opsgenie',
  source:
    'https://support.atlassian.com/opsgenie/docs/opsgenie-edge-connector-alert-action-data/; https://docs.opsgenie.com/docs/alert-api#get-alert and #create-alert',
  forms: [
    [
      ...[has('alert.alertId'), has('alert.message')],
      hasOneOf('alert.tinyId', 'alert.alias', 'integrationId', 'integrationName'),
    ],
    // The action on an alert alone, such as Escalate, without the alert's own fields.
    [has('action'), has('alert.alertId'), hasOneOf('integrationId', 'integrationName')],
    [has('tinyId'), has('message'), hasOneOf('id', 'alertId')],
    // A request that creates an alert, which many tools can send to any address.
    [
      has('message'),
      is('priority', 'P1', 'P2', 'P3', 'P4', 'P5'),
      hasOneOf('alias', 'responders', 'visibleTo', 'teams'),
    ],
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
    of: (alert) => (idAt(alert, IDS) === null ? null : ofAlert(alert)),
    unmatched:
      'A request that creates an alert has no id, and the request that closes it names it in its address.',
    why: 'The id is unique: a UUID, with the time, for each alert. The alias is not unique: the sender chooses it and can use it again after the alert is closed. So only the very delivery identifies a request that creates an alert.',
  },
  state: [when('action', ['Close', 'Delete'], 'closed'), status('alert.status', 'status')],
}

const IDS = ['alert.alertId', 'id', 'alertId'] as const
const ofAlert = id(...IDS)

import { id } from '../identity.ts'
import { fixed, type Product } from '../product.ts'
import { has, hasOneOf, is } from '../recognition.ts'

/** An anomaly that Slack found in the audit log of an organization. It is not graded. */
export const slackAnomaly: Product = {
  id: 'slack_anomaly',
  name: 'Slack',
  source:
    'https://api.slack.com/admins/audit-logs-anomaly; panther-labs/panther-analysis, rules/slack_rules/slack_passthrough_anomaly.yml',
  forms: [
    [
      is('action', 'anomaly'),
      has('actor.type'),
      has('context.location'),
      hasOneOf('details', 'entity'),
      has('id'),
    ],
  ],
  title: [
    'Slack anomaly: {details.reason} of {actor.user.email}',
    'Slack anomaly of {actor.user.email}',
    'Slack anomaly: {details.reason}',
  ],
  titleStandIn: [fixed('Slack anomaly', 'details.reason')],
  description: ['{context.location.name}: {context.ip_address}', 'context.location.name'],
  severity: [],
  time: ['date_create'],
  systems: ['context.location.name'],
  identity: {
    of: id('id'),
    why: 'The id is unique: a UUID for each entry of the audit log. An entry never changes.',
  },
}

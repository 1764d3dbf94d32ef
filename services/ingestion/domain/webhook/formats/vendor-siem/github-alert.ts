import { id, idAnd } from './identity.ts'
import { codes, word } from './levels.ts'
import type { Product } from './product.ts'
import { has, hasOneOf } from './recognition.ts'
import { status, when } from './state.ts'

/** What GitHub's webhooks send of an alert of code scanning, Dependabot or secret scanning. Secrets are not graded. */
export const gitHubAlert: Product = {
  id: 'github_alert',
  name: 'GitHub',
  source:
    'https://docs.github.com/webhooks/webhook-events-and-payloads; octokit/webhooks, payload-examples/api.github.com',
  forms: [
    [
      ...[has('action'), has('alert.number'), has('repository.full_name')],
      hasOneOf('alert.rule', 'alert.security_advisory', 'alert.secret_type'),
    ],
  ],
  title: [
    ...['alert.security_advisory.summary', 'alert.rule.description', 'alert.rule.name'],
    ...[
      'Secret in a repository: {alert.secret_type_display_name}',
      'Secret in a repository: {alert.secret_type}',
    ],
  ],
  description: ['alert.security_advisory.description', 'alert.rule.full_description'],
  severity: [
    word('alert.rule.security_severity_level', 'alert.security_vulnerability.severity'),
    word('alert.security_advisory.severity', 'alert.rule.severity'),
    codes('alert.rule.severity', { note: 'low' }),
  ],
  time: ['alert.created_at', 'alert.updated_at'],
  systems: ['repository.full_name'],
  identity: {
    of: (alert) =>
      hasOneOf('alert.html_url', 'alert.url').holds(alert) ? byAddress(alert) : byNumber(alert),
    why: 'Shared: the number counts within a repository and a kind of alerts. The address of the alert holds host, repository, kind and number; every event about it repeats it. Where it is not sent, the number with the repository and what the alert is about.',
  },
  state: [
    status('alert.resolution', 'alert.state'),
    when('alert.state', ['auto_dismissed'], 'suppressed'),
    when('action', ['fixed', 'resolved'], 'resolved'),
    when('action', ['closed_by_user', 'dismissed', 'auto_dismissed'], 'suppressed'),
  ],
}

const byAddress = id('alert.html_url', 'alert.url')
const byNumber = idAnd(
  'alert.number',
  'repository.html_url',
  'repository.full_name',
  'alert.secret_type',
  'alert.rule.id',
)

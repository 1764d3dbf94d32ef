import { id, idAnd, wholeAlert } from '../identity.ts'
import { codes, word } from '../levels.ts'
import type { Product } from '../product.ts'
import { type Condition, has, hasOneOf, is, like, object } from '../recognition.ts'
import { reasonOfEnd, rule, status, when } from '../state.ts'

/** Events that GitHub sends when a webhook is created, or when a person presses a button. */
const PING: readonly Condition[] = [has('zen'), has('hook_id'), object('hook')]

const ADDRESS = /\/(?:security\/)?(?:dependabot|code-scanning|secret-scanning)\/[0-9]/

/**
 * GitHub's webhooks about an alert of code scanning, Dependabot or secret scanning, or about a vulnerability that was reported
 * in a repository; also the alert from its API. Secrets are not graded.
 */
export const gitHubAlert: Product = {
  id: 'github_alert',
  name: 'GitHub',
  source:
    'https://docs.github.com/webhooks/webhook-events-and-payloads; octokit/webhooks, payload-examples/api.github.com',
  forms: [
    [
      ...[has('action'), has('alert.number'), has('repository.full_name')],
      hasOneOf('alert.rule', 'alert.security_advisory', 'alert.secret_type', 'alert.affected_package_name'),
    ],
    [
      ...[has('number'), has('state'), like('html_url', ADDRESS, 'of an alert of GitHub')],
      hasOneOf('rule', 'security_advisory', 'secret_type'),
    ],
    [has('action'), has('repository_advisory.ghsa_id'), has('repository.full_name')],
    PING,
  ],
  title: [
    ...both('security_advisory.summary', 'rule.description', 'rule.name'),
    ...both('secret_type_display_name', 'secret_type').map((path) => `Secret in a repository: {${path}}`),
    'Vulnerable dependency: {alert.affected_package_name} {alert.affected_range}',
    'repository_advisory.summary',
    'GitHub ping: {zen}',
  ],
  description: [
    ...both('security_advisory.description', 'rule.full_description'),
    '{alert.external_identifier}, fixed in {alert.fixed_in}',
    'repository_advisory.description',
  ],
  severity: [
    word(...both('rule.security_severity_level', 'security_vulnerability.severity')),
    word(
      ...both('security_advisory.severity', 'rule.severity'),
      'alert.severity',
      'repository_advisory.severity',
    ),
    ...both('rule.severity').map((path) => codes(path, { note: 'low' })),
  ],
  time: [...both('created_at', 'updated_at'), 'repository_advisory.created_at'],
  systems: ['repository.full_name'],
  identity: {
    of: identityOf,
    why: 'The id is not unique: the number counts within a repository and a kind of alerts. Identity: the address of the alert, which holds host, repository, kind and number. Every event about the alert repeats it. Without the address: the number, the repository and what the alert is about.',
  },
  state: [
    rule((alert) => (PING.every(({ holds }) => holds(alert)) ? 'informational' : null)),
    reasonOfEnd(status('alert.resolution', 'resolution'), ...both('state').map((path) => is(path, 'open'))),
    status(...both('state'), 'repository_advisory.state'),
    ...both('state').map((path) => when(path, ['auto_dismissed'], 'suppressed')),
    when('action', ['fixed', 'resolved', 'resolve'], 'resolved'),
    when('action', ['closed_by_user', 'dismissed', 'auto_dismissed', 'dismiss'], 'suppressed'),
  ],
}

/** Each path in a webhook's event and in the API's answer. */
function both(...paths: readonly string[]): string[] {
  return paths.flatMap((path) => [`alert.${path}`, path])
}

function identityOf(alert: unknown): string {
  if (has('hook_id').holds(alert)) return wholeAlert(alert)
  return hasOneOf(...ADDRESSES).holds(alert) ? byAddress(alert) : byNumber(alert)
}

const ADDRESSES = ['alert.html_url', 'alert.url', 'html_url', 'repository_advisory.html_url']
const byAddress = id(...ADDRESSES)
const byNumber = idAnd(
  'alert.number',
  'repository.html_url',
  'repository.full_name',
  'alert.secret_type',
  'alert.rule.id',
)

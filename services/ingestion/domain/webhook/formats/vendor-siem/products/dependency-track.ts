import { valueAt, valuesAt } from '../../../fields.ts'
import { isInformational, severityOfWord } from '../../../severity.ts'
import { plainText } from '../../../text.ts'
import { wholeAlert } from '../identity.ts'
import { codes, type Level } from '../levels.ts'
import type { Product } from '../product.ts'
import { has } from '../recognition.ts'
import { rule } from '../state.ts'

/** What a policy does about a violation. */
const VIOLATIONS = { fail: 'high', warn: 'medium', info: 'low' } as const

/** Dependency-Track sends these with the level INFORMATIONAL too. */
const ALERTS = new Set(['NEW_VULNERABILITY', 'NEW_VULNERABLE_DEPENDENCY', 'POLICY_VIOLATION'])

/** A notification of OWASP Dependency-Track: vulnerabilities and violations of policies; what else is informational is no alert. */
export const dependencyTrack: Product = {
  id: 'dependency_track',
  name: 'Dependency-Track',
  source: 'https://docs.dependencytrack.org/integrations/notifications/#outbound-webhook',
  forms: [
    [
      ...[has('notification.level'), has('notification.scope'), has('notification.group')],
      ...[has('notification.title'), has('notification.timestamp')],
    ],
  ],
  title: [
    '{notification.subject.vulnerability.vulnId} in {notification.subject.component.name}',
    '{notification.title}: {notification.subject.component.name}',
    'notification.title',
  ],
  description: ['notification.content'],
  severity: [
    vulnerability,
    codes('notification.subject.policyViolation.policyCondition.policy.violationState', VIOLATIONS),
    level,
  ],
  time: ['notification.timestamp'],
  systems: ['notification.subject.affectedProjects.name', 'notification.subject.project.name'],
  identity: {
    of: wholeAlert,
    why: 'A notification has no id: the ids of component, project and vulnerability are shared by its repetitions. The whole notification is its identity, and never changes.',
  },
  state: [
    rule((alert) =>
      isInformational(valueAt(alert, 'notification.level')) && !isAlert(alert) ? 'informational' : null,
    ),
  ],
}

/** The gravest of the vulnerabilities that it names. */
function vulnerability(alert: unknown): Level | null {
  const paths = [
    'notification.subject.vulnerability.severity',
    'notification.subject.vulnerabilities.severity',
  ]
  const found = paths.flatMap((path) => valuesAt(alert, path)).map(severityOfWord)
  return (['critical', 'high', 'medium', 'low'] as const).find((level) => found.includes(level)) ?? null
}

/** The level of a notification grades what is neither a vulnerability nor a violation. */
function level(alert: unknown): Level | null {
  return isAlert(alert) ? null : severityOfWord(valueAt(alert, 'notification.level'))
}

const isAlert = (alert: unknown) => ALERTS.has(plainText(valueAt(alert, 'notification.group')))

import { valueAt, valuesAt } from '../../../fields.ts'
import { isInformational, severityOfWord } from '../../../severity.ts'
import { plainText } from '../../../text.ts'
import { wholeAlert } from '../identity.ts'
import { codes, type Level } from '../levels.ts'
import type { Product } from '../product.ts'
import { has } from '../recognition.ts'
import { rule } from '../state.ts'

/** The action of a policy for a violation. */
const VIOLATIONS = { fail: 'high', warn: 'medium', info: 'low' } as const

/** Notifications that are alerts, although Dependency-Track can send them with the level INFORMATIONAL. */
const ALERTS = new Set(['NEW_VULNERABILITY', 'NEW_VULNERABLE_DEPENDENCY', 'POLICY_VIOLATION'])

/** A notification of OWASP Dependency-Track: vulnerabilities and policy violations. Any other informational notification is no alert. */
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
    why: 'An alert has no id: the ids of component, project and vulnerability are the same in every notification about them. Identity: the whole notification, which never changes.',
  },
  state: [
    rule((alert) =>
      isInformational(valueAt(alert, 'notification.level')) && !isAlert(alert) ? 'informational' : null,
    ),
  ],
}

/** Returns the severity of the most severe vulnerability that it names. */
function vulnerability(alert: unknown): Level | null {
  const paths = [
    'notification.subject.vulnerability.severity',
    'notification.subject.vulnerabilities.severity',
  ]
  const found = paths.flatMap((path) => valuesAt(alert, path)).map(severityOfWord)
  return (['critical', 'high', 'medium', 'low'] as const).find((level) => found.includes(level)) ?? null
}

/** The level is the severity only of a notification about neither a vulnerability nor a violation. */
function level(alert: unknown): Level | null {
  return isAlert(alert) ? null : severityOfWord(valueAt(alert, 'notification.level'))
}

const isAlert = (alert: unknown) => ALERTS.has(plainText(valueAt(alert, 'notification.group')).toUpperCase())

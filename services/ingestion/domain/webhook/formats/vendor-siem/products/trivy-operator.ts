import { valueAt, valuesAt } from '../../../fields.ts'
import { decimal } from '../../../own.ts'
import { plainText } from '../../../text.ts'
import { hashOf } from '../identity.ts'
import type { Level } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, like, object } from '../recognition.ts'
import { rule, type State, when } from '../state.ts'

const COUNTS = {
  criticalCount: 'critical',
  highCount: 'high',
  mediumCount: 'medium',
  lowCount: 'low',
} as const

/**
 * A report of the Trivy Operator, which its webhook sends whole: alone, or as `operatorObject` beside a verb. A report is
 * one alert.
 */
export const trivyOperator: Product = {
  id: 'trivy_operator',
  name: 'Trivy Operator',
  source:
    'https://aquasecurity.github.io/trivy-operator/latest/docs/crds/; aquasecurity/trivy-operator, pkg/webhook/webhookreporter.go',
  forms: [ofReport(''), [has('verb'), ...ofReport('operatorObject.')]],
  title: paths('{kind} of {metadata.namespace}/{metadata.name}', '{kind} of {metadata.name}'),
  description: paths('report.artifact.repository', 'report.vulnerabilities.title', 'report.checks.title'),
  severity: [gravest],
  time: paths('report.updateTimestamp', 'metadata.creationTimestamp'),
  systems: paths('metadata.labels.trivy-operator.resource.name'),
  identity: {
    of: hashOf(
      ...paths('kind', 'metadata.uid', 'metadata.namespace', 'metadata.name', 'report.artifact'),
      ...paths('report.vulnerabilities.vulnerabilityID', 'report.vulnerabilities.resource'),
      ...paths('report.secrets', 'report.checks.checkID', 'report.checks.success', 'report.summary'),
    ),
    why: 'The id is not unique: a report has a UID, but every scan writes the report again. Identity: UID and what the scan found. A scan that finds the same is a repetition.',
  },
  state: [when('verb', ['delete'], 'closed'), rule(ofInventory), rule(nothingFound)],
}

function ofReport(before: string) {
  return [
    like(`${before}apiVersion`, /^aquasecurity\.github\.io\//, 'aquasecurity.github.io/…'),
    like(`${before}kind`, /Report$/, 'such as VulnerabilityReport'),
    ...[object(`${before}metadata`), object(`${before}report`)],
  ]
}

/** Returns each path alone and in the message with a verb. */
function paths(...found: readonly string[]): string[] {
  return [
    ...found,
    ...found.map((path) =>
      path.includes('{') ? path.replaceAll('{', '{operatorObject.') : `operatorObject.${path}`,
    ),
  ]
}

function gravest(alert: unknown): Level | null {
  for (const [count, level] of Object.entries(COUNTS)) if (sumOf(alert, count) > 0) return level
  return null
}

/** A software bill of materials lists what an image contains, and finds nothing. */
function ofInventory(alert: unknown): State | null {
  const isInventory = paths('kind').some((path) => /SbomReport$/.test(plainText(valueAt(alert, path))))
  return isInventory ? 'informational' : null
}

function nothingFound(alert: unknown): State | null {
  const [summary] = paths('report.summary').flatMap((path) => valuesAt(alert, path, 1))
  if (summary === undefined) return null
  const counts = [...Object.keys(COUNTS), 'unknownCount', 'failCount'].map((count) =>
    valueAt(alert, ...paths(`report.summary.${count}`)),
  )
  const isNone = counts.every((count) => count === undefined || decimal(count) === 0)
  return isNone && hasOneOf(...GRAVEST).holds(alert) ? 'passed' : null
}

/** Every report of a scan has one of these counts. Without them, what was found is unknown. */
const GRAVEST = paths('report.summary.criticalCount', 'report.summary.failCount')

function sumOf(alert: unknown, count: string): number {
  return decimal(valueAt(alert, ...paths(`report.summary.${count}`))) ?? 0
}

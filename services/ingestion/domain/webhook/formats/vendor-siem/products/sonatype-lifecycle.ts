import { valueAt } from '../../../fields.ts'
import { decimal } from '../../../own.ts'
import { hashOf, id } from '../identity.ts'
import { codes, type Level, scale } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is, lacks, numeric } from '../recognition.ts'
import { rule, when } from '../state.ts'

const PASSED = when('applicationEvaluation.outcome', ['none'], 'passed')

/**
 * A policy violation that Sonatype Lifecycle (Nexus IQ) found in an application, with its notification under `sonatype`
 * (event-lists.ts); or the evaluation of an application.
 */
export const sonatypeLifecycle: Product = {
  id: 'sonatype_lifecycle',
  name: 'Sonatype Lifecycle',
  source:
    'https://help.sonatype.com/en/iq-server-webhooks.html; anair-it/lifecycle-jira-webhook, README.md, "Sample violation event request"',
  forms: [
    [has('sonatype.application.name'), has('policyName'), numeric('threatLevel')],
    [
      ...[has('applicationEvaluation.policyEvaluationId'), has('applicationEvaluation.application.name')],
      ...[is('applicationEvaluation.outcome', 'fail', 'warn', 'none'), lacks('policyAlerts')],
    ],
  ],
  title: [
    '{policyName} in {sonatype.application.name}: {componentFacts.displayName}',
    '{policyName} in {sonatype.application.name}',
    'Policy evaluation of {applicationEvaluation.application.name}: {applicationEvaluation.outcome}',
  ],
  description: [
    'componentFacts.constraintFacts.satisfiedConditions.reason',
    'Stage {applicationEvaluation.stage}: {applicationEvaluation.affectedComponentCount} components',
  ],
  severity: [
    codes('threatLevel', { 0: 'informational' }),
    scale('threatLevel', { low: 1, medium: 2, high: 4, critical: 8 }),
    ofCounts,
  ],
  time: ['sonatype.applicationEvaluation.evaluationDate', 'applicationEvaluation.evaluationDate'],
  systems: ['sonatype.application.name', 'applicationEvaluation.application.name'],
  identity: {
    of: (alert) => (has('policyName').holds(alert) ? ofViolation(alert) : ofEvaluation(alert)),
    why: 'It is not documented whether stages and components share the id of a violation. Identity: id, application, stage, policy and components. An evaluation that finds the violation again repeats them. An evaluation has an id of its own.',
  },
  // The outcome is the policies' action at this stage. It is none also if they only report.
  state: [rule((alert) => (ofCounts(alert) === null ? PASSED.read(alert) : null), ...PASSED.paths)],
}

const ofEvaluation = id('applicationEvaluation.policyEvaluationId')
const ofViolation = hashOf(
  ...['policyViolationId', 'policyId', 'policyName', 'componentFacts.hash', 'componentFacts.displayName'],
  ...['sonatype.application.id', 'sonatype.application.name', 'sonatype.applicationEvaluation.stage'],
)

/** Reads the severity of the most severe component of an evaluation. */
function ofCounts(alert: unknown): Level | null {
  const found = COUNTS.find(([path]) => (decimal(valueAt(alert, `applicationEvaluation.${path}`)) ?? 0) > 0)
  return found?.[1] ?? null
}

const COUNTS = [
  ['criticalComponentCount', 'critical'],
  ['severeComponentCount', 'high'],
  ['moderateComponentCount', 'medium'],
] as const

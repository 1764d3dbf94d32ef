import { hashOf, hashOfShared } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is } from '../recognition.ts'
import { status, when } from '../state.ts'

/** A result of a policy report (Kyverno, Trivy, Falco and others), as the Policy Reporter sends it. */
export const policyReporter: Product = {
  id: 'policy_reporter',
  name: 'Kyverno Policy Reporter',
  source: 'kyverno/policy-reporter, pkg/target/http/model.go and utils.go',
  forms: [
    [
      ...[has('policy'), is('status', 'pass', 'fail', 'warn', 'error', 'skip'), has('creationTimestamp')],
      hasOneOf('rule', 'scored', 'resource.kind'),
    ],
  ],
  title: [
    '{policy} {rule}: {resource.kind} {resource.namespace}/{resource.name}',
    ...[
      '{policy}: {resource.kind} {resource.namespace}/{resource.name}',
      '{policy}: {resource.kind} {resource.name}',
    ],
    'policy',
  ],
  description: ['message'],
  // A finding of a policy is never informational, however low its severity.
  severity: [(alert) => onlyLow(grade(alert))],
  time: ['creationTimestamp'],
  systems: ['resource.name'],
  identity: {
    of: hashOf(
      'policy',
      'rule',
      'source',
      'status',
      'message',
      'resource',
      'creationTimestamp',
      'properties',
    ),
    closes: hashOfShared('policy', 'rule', 'source', 'resource'),
    why: 'A result has no id. Identity: policy, rule, resource, what was found and its time. A scan that finds the same again gives it another time. A result that passes finds its alert by policy, rule and resource.',
  },
  // A skipped policy was not applied: there is an exception, or its conditions did not hold.
  state: [when('status', ['skip'], 'informational'), status('status')],
}

const grade = word('severity', 'priority')
const onlyLow = (level: ReturnType<typeof grade>) => (level === 'informational' ? 'low' : level)

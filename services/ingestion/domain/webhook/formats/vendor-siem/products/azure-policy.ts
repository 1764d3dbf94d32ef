import { valueAt } from '../../../fields.ts'
import { plainText } from '../../../text.ts'
import { hashOf, hashOfSubject } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, like } from '../recognition.ts'
import { rule, type State } from '../state.ts'

const SUBJECT = [
  'subject',
  'data.policyAssignmentId',
  'data.policyDefinitionId',
  'data.policyDefinitionReferenceId',
] as const

/** A state of Azure Policy through Event Grid: a resource that does not comply, or complies again. It is not graded. */
export const azurePolicy: Product = {
  id: 'azure_policy',
  name: 'Azure Policy',
  source: 'https://learn.microsoft.com/azure/event-grid/event-schema-policy',
  forms: ['eventType', 'type'].map((path) => [
    like(path, /^Microsoft\.PolicyInsights\.PolicyState/, 'Microsoft.PolicyInsights.PolicyState…'),
    has('subject'),
    has('data.policyDefinitionId'),
  ]),
  title: [{ path: 'data.policyDefinitionId', of: titleOf }],
  description: ['subject', 'data.policyAssignmentId'],
  severity: [],
  time: ['data.timestamp', 'eventTime', 'time'],
  systems: ['subject'],
  identity: {
    of: hashOf(...SUBJECT, 'data.complianceState', 'data.timestamp'),
    closes: hashOfSubject(...SUBJECT),
    why: 'The id is not unique: it is that of the state of a resource, and changes of the state share it. Identity: resource, assignment, definition, state and time. The return to compliance finds its alert by resource, assignment and definition.',
  },
  state: [rule(ofState, 'data.complianceState')],
}

function titleOf(event: unknown): string | undefined {
  const [policy, resource] = ['data.policyDefinitionId', 'subject'].map((path) =>
    plainText(valueAt(event, path)).split('/').at(-1),
  )
  const state = plainText(valueAt(event, 'data.complianceState'))
  return policy && resource ? `Policy ${policy} on ${resource}: ${state || 'no state'}` : undefined
}

/** After a policy or an assignment was deleted, there is nothing to comply with. */
function ofState(event: unknown): State | null {
  const kind = plainText(valueAt(event, 'eventType', 'type'))
  if (kind.endsWith('Deleted')) return 'closed'
  const state = plainText(valueAt(event, 'data.complianceState')).toLowerCase()
  if (state === 'compliant') return 'passed'
  if (state === 'exempt' || state === 'protected') return 'suppressed'
  return /^(?:unknown|notstarted|notregistered)$/.test(state) ? 'informational' : null
}

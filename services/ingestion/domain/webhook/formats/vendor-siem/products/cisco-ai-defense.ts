import { valuesAt } from '../../../fields.ts'
import { textOf } from '../../../text.ts'
import { id } from '../identity.ts'
import { codes } from '../levels.ts'
import { fixed, type Product } from '../product.ts'
import { has, hasOneOf, isKey } from '../recognition.ts'
import { when } from '../state.ts'

/** A result of Cisco AI Defense, from a model gateway: the rules that a prompt, an answer or a call of a tool broke. */
export const ciscoAiDefense: Product = {
  id: 'cisco_ai_defense',
  name: 'Cisco AI Defense',
  source:
    'cisco-ai-defense/ai-defense-python-sdk, aidefense/runtime/inspection_client.py and models.py; https://developer.cisco.com/docs/ai-defense-inspection',
  forms: [
    [
      isKey('is_safe', 'true', 'false'),
      has('severity'),
      hasOneOf('event_id', 'client_transaction_id'),
      hasOneOf('rules.rule_name', 'classifications', 'attack_technique'),
    ],
  ],
  title: [{ path: 'rules.rule_name', of: titleOf }],
  titleStandIn: ['Result of Cisco AI Defense: {action}', fixed('Result of Cisco AI Defense', 'action')],
  description: ['explanation', '{rules.rule_name}: {action}'],
  // NONE_SEVERITY stands in results that found something, too.
  severity: [codes('severity', { low: 'low', medium: 'medium', high: 'high', critical: 'critical' })],
  time: [],
  identity: {
    of: id('event_id'),
    why: 'The id is unique: a UUID for each inspection. Without it, the content is the identity.',
  },
  state: [when('is_safe', [true], 'passed')],
}

/** The rules that were broken; `processed_rules` also has all others. */
function titleOf(alert: unknown): string | undefined {
  const found = ['rules.rule_name', 'classifications']
    .map((path) => valuesAt(alert, path, 10).flatMap((value) => textOf(value) ?? []))
    .find((names) => names.length > 0)
  return found && `Cisco AI Defense found ${[...new Set(found)].join(', ')}`
}

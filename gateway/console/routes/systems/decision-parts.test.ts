import { expect, test } from 'vitest'
import { factsOf } from './decision-parts.ts'

const snapshot = {
  ai_system: { attestation_roles: ['ciso'], version: 2 },
  suite: {
    name: 'release',
    version: 3,
    thresholds: [
      { metric_name: 'rate', eval_type: 'bias', operator: 'lte', value: 0.1, result: { metric_value: 0.2 } },
      { metric_name: 'rate', eval_type: 'toxicity', operator: 'lte', value: 0.1, result: null },
    ],
  },
  profiles: [
    { agent_identity: 'chat', version: 4, model_name: 'm', model_version: '1', prompt_version: '2' },
  ],
  certifications: { of_version: null, of_system: { suite_name: 'release', suite_version: 2 } },
  attestations: [{ role: 'ciso', agents: [{ model_name: 'm', model_version: '1', prompt_version: '2' }] }],
  open_triggers: [{ kind: 'tool', agent_identity: 'chat', tool_name: 'send' }],
  more_open_triggers: true,
}

test('a snapshot is shown as facts, and an invalid one as none', () => {
  expect(factsOf(JSON.stringify(snapshot))).toEqual([
    ['Gate suite', 'release, version 3'],
    ['rate (bias)', 'must be ≤ 0.1, newest result 0.2'],
    ['rate (toxicity)', 'must be ≤ 0.1, newest result none'],
    ['Agent chat', 'model m 1, prompt 2, profile version 4'],
    ['Certification of this suite version', 'none'],
    ['Newest certification of the system', 'release, version 2'],
    ['Must attest', 'ciso'],
    ['Attested as ciso', 'model m 1, prompt 2'],
    ['Open triggers', 'tool chat send; and more'],
  ])
  expect(factsOf('no JSON')).toEqual([])
  expect(factsOf(JSON.stringify({ suite: null }))).toContainEqual(['Gate suite', 'none'])
})

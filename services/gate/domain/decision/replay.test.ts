import { expect, test } from 'vitest'
import { canonicalJson, type JsonValue } from '../../../kernel/json/canonical-json.ts'
import { type DecisionRecord, derive, replay } from './replay.ts'
import type { Snapshot } from './snapshot.ts'

const ORGANIZATION = '01950000-0000-7000-8000-000000000001'
const SYSTEM = '01950000-0000-7000-8000-000000000002'
const SUITE = '01950000-0000-7000-8000-000000000003'
const snapshot: Snapshot = {
  rules_version: 1,
  organization_id: ORGANIZATION,
  ai_system: { id: SYSTEM, name: 'demo', version: 1, attestation_roles: [] },
  suite: {
    id: SUITE,
    name: 'safety',
    version: 2,
    thresholds: [
      {
        metric_name: 'attack_success_rate',
        eval_type: 'prompt_injection',
        operator: 'lte',
        value: 0.1,
        result: { id: SUITE, metric_value: 0.2, record_hash: '00'.repeat(32) },
      },
    ],
  },
  profiles: [
    {
      id: SYSTEM,
      version: 1,
      agent_identity: 'support-bot',
      model_name: 'gpt-x',
      model_version: '2026-01',
      prompt_version: 'p7',
    },
  ],
  certifications: { of_system: null, of_suite: null, of_version: null },
  attestations: [],
  open_triggers: [],
  more_open_triggers: false,
}
const record: DecisionRecord = {
  ...derive(snapshot, canonicalJson(snapshot)),
  id: '01950000-0000-7000-8000-000000000099',
  snapshot,
  decided_at: '2026-01-02T03:04:05.678Z',
}

test('a stored decision is derived again byte for byte', () => {
  expect(replay(text(record))).toEqual({ identical: true, differences: [] })
})

test.each<[string, Partial<DecisionRecord>]>([
  ['decision', { decision: 'pass' }],
  ['reasons', { reasons: [] }],
  ['reason_details', { reason_details: [{ code: 'no_approved_run', message: 'fine' }] }],
  ['missing_attestation_roles', { missing_attestation_roles: ['ciso'] }],
  ['certification_id', { certification_id: record.id }],
  ['eval_suite_id', { eval_suite_id: null }],
  ['eval_suite_version', { eval_suite_version: 1 }],
  ['organization_id', { organization_id: record.id }],
  ['ai_system_id', { ai_system_id: record.id }],
  ['payload_hash', { payload_hash: '0'.repeat(64) }],
])('a record whose %s does not follow from its snapshot is not identical', (key, change) => {
  expect(replay(text({ ...record, ...change }))).toEqual({ identical: false, differences: [key] })
})

test('a snapshot altered after the decision shows in its hash and in the reasons', () => {
  const altered = structuredClone(record)
  altered.snapshot.suite!.thresholds[0]!.result!.metric_value = 0.05
  expect(replay(text(altered)).differences.sort()).toEqual(['payload_hash', 'reason_details'])
})

test('a record that is not canonical JSON is not identical', () => {
  expect(replay(JSON.stringify(record, null, 1)).identical).toBe(false)
})

function text(value: DecisionRecord): string {
  return canonicalJson(value as unknown as JsonValue)
}

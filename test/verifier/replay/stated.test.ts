import { expect, test } from 'vitest'
import { type Json, Scene, SYSTEM, suite } from '../support/approval-scene.ts'
import { uuid } from '../support/log.ts'
import { buildPackage } from '../support/package.ts'
import { key } from '../support/replayed.ts'
import { verify } from '../support/run.ts'

/* What a call does not state is not compared. A call MUST NOT leave out, without a remark, what calls before it state. */

const admin = { id: uuid('admin'), name: 'admin' }
const agent = (name: string, opened: Json = { opened_trigger: null }): Json => ({
  ...{ id: uuid(name), ai_system_id: SYSTEM, agent_identity: name, tools: [], version: 1 },
  ...{ model_name: 'm', model_version: '1', prompt_version: '1', ...opened },
})
const result = (name: string): Json => ({
  ...{ id: uuid(name), ai_system_id: SYSTEM, eval_suite_id: suite.id, eval_suite: suite.id },
  ...{ ai_system_name: 'claims', metric_name: 'asr', eval_type: 'bias', metric_value: 0.1 },
})
const trigger = (name: string): Json => ({
  id: uuid(name),
  ai_system_id: SYSTEM,
  reason: name,
  opened_by: admin,
})
const resolution = (name: string, more: Json = {}): Json => ({
  ...{ id: uuid(`settled ${name}`), subject_id: uuid(name), subject_kind: 'manual', occurrences: 1 },
  ...{ resolved_by: admin, ...more },
})
const session = (name: string): Json => ({
  ...{ id: uuid(name), user_id: admin.id, token_sha256: 'a', version: 1 },
  ...{ expires_at: '2026-01-02T15:00:00.000Z', ended_at: null },
})
const account = (name: string, more: Json = {}): Json => ({
  ...{ id: uuid(name), version: 1, role: 'member', attestation_roles: [], ...more },
})
const settled = (name: string) => ({ settled: { id: uuid(name), kind: 'manual', reason: name } })
const signed = { decision: 'pass', subject_sha256: 'a', newest_decision_id: 'x' }

type Call = [operation: string, records: { [type: string]: Json[] }, details: Json]

/** Each with a call that states something, and one that does not. */
const CALLS: { [what: string]: [Call, Call] } = {
  'the rules of a change': [
    ['createProfile', { 'agent-profiles': [agent('a')] }, { duties_version: 5 }],
    ['createProfile', { 'agent-profiles': [agent('b')] }, {}],
  ],
  'later rules of a change': [
    ['createProfile', { 'agent-profiles': [agent('a')] }, { duties_version: 6 }],
    ['createProfile', { 'agent-profiles': [agent('b')] }, { duties_version: 5 }],
  ],
  'the order of results': [
    ['submitEvaluations', { evaluations: [result('a')] }, { in_order: true }],
    ['submitEvaluations', { evaluations: [result('b')] }, {}],
  ],
  'what was settled': [
    ['resolveTrigger', { triggers: [trigger('a')], resolutions: [resolution('a')] }, settled('a')],
    ['resolveTrigger', { triggers: [trigger('b')], resolutions: [resolution('b')] }, {}],
  ],
  'the rules of a resolution': [
    [
      'resolveTrigger',
      { triggers: [trigger('a')], resolutions: [resolution('a', { duties_version: 5 })] },
      {},
    ],
    ['resolveTrigger', { triggers: [trigger('b')], resolutions: [resolution('b')] }, {}],
  ],
  'the token of a person': [
    ['openTrigger', { triggers: [trigger('a')] }, { token_sha256: 'a' }],
    ['openTrigger', { triggers: [trigger('b')] }, {}],
  ],
  'the password of a person': [
    ['createSession', { sessions: [session('a')] }, { credential_sha256: 'a' }],
    ['createSession', { sessions: [session('b')] }, {}],
  ],
  'the credential of a person': [
    ['createUser', { users: [account('a', { credential_sha256: 'a' })] }, {}],
    ['createUser', { users: [account('b')] }, {}],
  ],
  'the hash of a key': [
    [
      'createKey',
      { 'api-keys': [{ id: uuid('a'), version: 1, credential_sha256: 'a', permissions: [] }] },
      {},
    ],
    ['createKey', { 'api-keys': [{ id: uuid('b'), version: 1, permissions: [] }] }, {}],
  ],
  'the newest decision': [
    ['attestDecision', {}, signed],
    ['attestDecision', {}, { ...signed, newest_decision_id: null }],
  ],
  'the size of the log of a signature': [
    ['attestDecision', {}, { ...signed, log_size: 4 }],
    ['attestDecision', {}, signed],
  ],
}

async function remarksOf(...calls: Call[]): Promise<string[]> {
  const scene = new Scene()
  for (const [operation, records, details] of calls) scene.append(operation, records, { details })
  const { failures, remarks } = await verify(await buildPackage(scene.log, key), { pin: [key.kid] })
  expect(failures).toEqual([])
  return remarks
}

test.each(Object.entries(CALLS))(
  'the replay remarks on a call that leaves out %s',
  async (_, [full, bare]) => {
    expect(await remarksOf(bare, full)).toEqual([])
    expect(await remarksOf(full, bare)).toEqual([expect.stringMatching(/^leaf 5: .*less of it is compared$/)])
  },
)

test('the replay remarks on a change that leaves out which trigger it opened', async () => {
  const bare: Call = ['createProfile', { 'agent-profiles': [agent('a', {})] }, {}]
  expect(await remarksOf(bare)).toEqual([expect.stringMatching('leaf 4: it does not state opened_trigger')])
})

test('the replay remarks on results of a key that leave out which key was presented', async () => {
  const scene = new Scene()
  const id = uuid('key')
  const actor = { id, kind: 'api_key', name: 'ci' }
  const record = { id, version: 1, permissions: ['evaluations:write'], credential_sha256: 'a' }
  scene.append('createKey', { 'api-keys': [record] })
  const details = { in_order: true }
  const submit = (name: string, more: Json) =>
    scene.append(
      'submitEvaluations',
      { evaluations: [result(name)] },
      { actor, details: { ...details, ...more } },
    )
  submit('a', {})
  submit('b', { credential_sha256: 'a' })
  submit('c', {})
  const { failures, remarks } = await verify(await buildPackage(scene.log, key), { pin: [key.kid] })
  expect([failures, remarks]).toEqual([
    [],
    [
      'leaf 7: it does not state credential_sha256 of a key, as the release of earlier calls does; less of it is compared',
    ],
  ])
})

test('the replay remarks on a first call of its kind that leaves out what the release of earlier calls states', async () => {
  const named: Call = ['openTrigger', { triggers: [trigger('a')] }, { token_sha256: 'a' }]
  const token_sha256 = 'a'
  const bare: [Call, string][] = [
    [['submitEvaluations', { evaluations: [result('a')] }, { token_sha256 }], 'in_order'],
    [['createProfile', { 'agent-profiles': [agent('b')] }, { token_sha256 }], 'duties_version of a change'],
    [
      ['resolveTrigger', { resolutions: [resolution('a')] }, { ...settled('a'), token_sha256 }],
      'duties_version of resolutions',
    ],
  ]
  for (const [call, what] of bare) {
    const [operation, records, { token_sha256: _, ...details }] = call
    const earlier: Call[] = [
      ['openTrigger', { triggers: [trigger('a')] }, {}],
      [operation, records, details],
    ]
    expect(await remarksOf(...earlier)).toEqual([])
    expect(await remarksOf(named, call)).toEqual([
      `leaf 5: it does not state ${what}, as the release of earlier calls does; less of it is compared`,
    ])
  }
})

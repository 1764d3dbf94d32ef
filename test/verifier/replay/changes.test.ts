import { expect, test } from 'vitest'
import type { JsonValue } from '../../../services/kernel/json/canonical-json.ts'
import { TestLog, uuid } from '../support/log.ts'
import { replayed } from '../support/replayed.ts'

/* Changes that MUST open a trigger where the entry says that its process knew this rule, and that earlier entries need not. */

type Json = { [key: string]: JsonValue }
const APART = {
  ...{ attester_per_role: false, certifier_is_another: false, changes_need_another: true },
  role_wait_hours: 0,
}
const ALONE = { ...APART, changes_need_another: false }
const SYSTEM = uuid('system')
const STATED = { duties_version: 5 }

const system = (change: Json = {}) => ({
  ...{ id: SYSTEM, name: 's', gate_suite: 'release', attestation_roles: ['ciso'], version: 1 },
  opened_trigger: null,
  ...change,
})
const other = (name: string) => system({ id: uuid('other'), name })
const agent = (name: string) => ({
  ...{ id: uuid(name), ai_system_id: SYSTEM, agent_identity: name, tools: ['shell'], version: 1 },
  ...{ model_name: 'm', model_version: '1', prompt_version: '1', opened_trigger: null },
})
const certification = {
  ...{ id: uuid('certification'), ai_system_id: SYSTEM, suite_id: uuid('suite'), suite_name: 'release' },
  ...{ results: [], agents: [], certified_by: { id: uuid('admin'), name: 'admin' } },
}

/** The outcome of a log in which an administrator makes these records, the last of them in the given call. */
function outcome(
  records: [type: string, record: Json][],
  details: Json,
  settings: Json = APART,
  operation = 'x',
) {
  const log = new TestLog()
  const actor = { id: uuid('admin'), kind: 'user', name: 'admin' }
  const account = { id: actor.id, role: 'admin', attestation_roles: [], status: 'active', version: 1 }
  const organization = { id: log.organizationId, separation_of_duties: settings, version: 1 }
  log.append('createOrganization', { organizations: [organization], users: [account] })
  for (const [i, [type, record]] of records.entries())
    if (i < records.length - 1) log.append('x', { [type]: [record] }, { actor })
    else log.append(operation, { [type]: [record] }, { actor, details })
  return replayed(log)
}

test.each([
  ['a new agent', 'certified', [['agent-profiles', agent('second')]]],
  ['another name', 'never certified', [['ai-systems', system({ name: 'other', version: 2 })]]],
  ['fewer roles', 'never certified', [['ai-systems', system({ attestation_roles: [], version: 2 })]]],
  [
    'a freed name',
    'certified',
    [
      ['ai-systems', system({ name: 't', version: 2, opened_trigger: undefined as never })],
      ['ai-systems', other('s')],
    ],
  ],
] as [string, string, [string, Json][]][])(
  'the replay refuses %s of a system that was %s without a trigger, where the entry states the rules',
  async (_, was, last) => {
    const before: [string, Json][] = [['ai-systems', system()]]
    if (was === 'certified') before.push(['certifications', certification])
    const log = [...before, ...last]
    expect(await outcome(log, STATED)).toBe('caller_not_allowed')
    expect(await outcome(log, {})).toMatch(/^PASS/)
    expect(await outcome(log, STATED, ALONE)).toMatch(/^PASS/)
  },
)

test('the replay accepts a new agent, a new name and a further version that ask for no less', async () => {
  const first: [string, Json] = ['ai-systems', system()]
  expect(await outcome([first], STATED)).toBe('PASS')
  expect(await outcome([first, ['agent-profiles', agent('first')]], STATED)).toBe('PASS')
  expect(await outcome([first, ['ai-systems', other('t')]], STATED)).toBe('PASS')
  expect(await outcome([first, ['ai-systems', system({ version: 2 })]], STATED)).toBe('PASS')
})

test('the replay refuses a suite whose call asks less of the AI system, which was never certified', async () => {
  const made = (before: Json, after: Json) =>
    outcome(
      [
        ['ai-systems', system(before)],
        ['ai-systems', system({ ...after, version: 2 })],
      ],
      {},
      APART,
      'createSuite',
    )
  expect(await made({ gate_suite: null }, {})).toBe('PASS')
  expect(await made({ gate_suite: null }, { attestation_roles: [] })).toBe('caller_not_allowed')
  expect(await made({ gate_suite: null }, { name: 'other' })).toBe('caller_not_allowed')
  expect(await made({}, { gate_suite: 'lax' })).toBe('caller_not_allowed')
})

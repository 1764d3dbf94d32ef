import { expect, test } from 'vitest'
import type { JsonValue } from '../../../services/kernel/json/canonical-json.ts'
import { TestLog, uuid } from '../support/log.ts'
import { replayed } from '../support/replayed.ts'

/*
 * The activity of agents, compared with their recorded profiles. The entries of a log are a minute apart, unless a time is given.
 */

type Json = { [key: string]: JsonValue }
type Step = (log: TestLog) => unknown

const SYSTEM = uuid('system')
const PROFILE = uuid('profile')
const RUN = uuid('run')
const at = (minute: number, second = 0) => ({
  at: new Date(Date.UTC(2026, 0, 2, 3, minute, second)).toISOString(),
})

function outcome(...steps: Step[]): Promise<string> {
  const log = new TestLog()
  log.append('createOrganization', { organizations: [{ id: log.organizationId, version: 1 }] })
  for (const step of steps) step(log)
  return replayed(log)
}

const documented =
  (tools: string[], change: Json = {}, how: object = {}): Step =>
  (log) => {
    const versions = { model_name: 'm', model_version: '1', prompt_version: '1' }
    const profile = { id: PROFILE, ai_system_id: SYSTEM, agent_identity: 'bot', tools, ...versions }
    log.append(
      'updateProfile',
      { 'agent-profiles': [{ ...profile, version: 1, opened_trigger: null, ...change }] },
      how,
    )
  }
const ran =
  (change: Json = {}, found: Json[] = [], how: object = {}): Step =>
  (log) => {
    const run = { id: RUN, agent_identity: 'bot', model_name: 'm', model_version: null, ...change }
    log.append('submitRuns', { 'agent-runs': [run], ...(found.length > 0 ? { findings: found } : {}) }, how)
  }
const used =
  (tool: JsonValue, found: Json[] = [], how: object = {}, change: Json = {}): Step =>
  (log) => {
    const hash = { payload: { tool_name: 'x', run_id: RUN, seq: 1 }, payload_hash: '0' }
    const event = {
      id: uuid(`event ${log.entries.length}`),
      ...hash,
      run_id: RUN,
      seq: 7,
      tool_name: tool,
      ...change,
    }
    log.append(
      'submitRunEvents',
      { 'agent-events': [event], ...(found.length > 0 ? { findings: found } : {}) },
      how,
    )
  }
const finding = (change: Json): Json => ({
  ...{
    id: uuid(`finding ${JSON.stringify(change)}`),
    ai_system_id: SYSTEM,
    profile_id: PROFILE,
    agent_identity: 'bot',
  },
  ...{ kind: 'tool', tool_name: null, model_name: null, model_version: null, metric_name: null },
  ...change,
})
const SHELL = 'shell "x",\\"tool_name\\":\\"search'

test('the replay refuses a tool call beyond the recorded profile that made no finding', async () => {
  expect(await outcome(documented(['search']), ran(), used('search'), used(null))).toBe('PASS')
  for (const tool of ['shell', 'Search', SHELL, 'ä€\u{1F600}'.repeat(60)]) {
    expect(await outcome(documented(['search']), ran(), used(tool))).toBe('input_differs')
    expect(await outcome(documented(['search']), ran(), used(tool, [finding({ tool_name: tool })]))).toBe(
      'PASS',
    )
  }
})

test('the replay requires that the finding names the tool, the profile and its AI system', async () => {
  const others: Json[] = [
    { tool_name: 'mail' },
    { tool_name: 'shell', profile_id: uuid('another profile') },
    { tool_name: 'shell', ai_system_id: uuid('another system') },
    { tool_name: 'shell', kind: 'gap' },
  ]
  for (const other of others)
    expect(await outcome(documented(['search']), ran(), used('shell', [finding(other)]))).toBe(
      'input_differs',
    )
})

test('the replay does not count a finding of another call', async () => {
  const found = used('shell', [finding({ tool_name: 'shell' })])
  expect(await outcome(documented([]), ran(), found, used('shell'))).toBe('input_differs')
})

test('the replay uses the profile at the time of the call, or either version if the calls overlap', async () => {
  const widened = documented(['shell'], { version: 2 }, at(30))
  const narrowed = documented([], { version: 2 }, at(30))
  const first = [ran({}, [], at(20))] as const
  expect(await outcome(documented([]), ...first, widened, used('shell', [], at(31)))).toBe('PASS')
  expect(await outcome(documented([]), ...first, used('shell', [], at(29)), widened)).toBe('input_differs')
  expect(await outcome(documented(['shell']), ...first, narrowed, used('shell', [], at(30, 59)))).toBe('PASS')
  expect(await outcome(documented(['shell']), ...first, narrowed, used('shell', [], at(31, 1)))).toBe(
    'input_differs',
  )
})

test('the replay refuses a run with another model than the recorded profile names, without a finding', async () => {
  const version = (change: Json = {}) => finding({ kind: 'version', model_name: 'other', ...change })
  const outcomeOf = (change: Json, found: Json[] = []) => outcome(documented([]), ran(change, found, at(20)))
  expect(await outcomeOf({})).toBe('PASS')
  expect(await outcomeOf({ model_name: null, model_version: null })).toBe('PASS')
  expect(await outcomeOf({ model_name: 'other' })).toBe('input_differs')
  expect(await outcomeOf({ model_version: '2' })).toBe('input_differs')
  expect(await outcomeOf({ model_name: 'other' }, [version()])).toBe('PASS')
  expect(await outcomeOf({ model_name: 'other' }, [version({ model_name: 'another' })])).toBe('input_differs')
})

test('the replay skips agents without a profile, and profiles from before changes were compared', async () => {
  expect(await outcome(ran(), used('shell'))).toBe('PASS')
  expect(await outcome(documented([]), ran({ agent_identity: 'nobody' }), used('shell'))).toBe('PASS')
  const log = new TestLog()
  log.append('createOrganization', { organizations: [{ id: log.organizationId, version: 1 }] })
  const profile = { id: PROFILE, ai_system_id: SYSTEM, agent_identity: 'bot', tools: [], version: 1 }
  log.append('createProfile', { 'agent-profiles': [profile] })
  for (const step of [ran(), used('shell')]) step(log)
  expect(await replayed(log)).toBe('PASS')
})

test('the replay takes no tool name from an event’s payload', async () => {
  const payload = { z: { run_id: RUN, seq: 1, tool_name: 'shell' } }
  expect(await outcome(documented([]), ran(), used(null, [], {}, { payload }))).toBe('PASS')
})

test('the replay finds an event’s tool whatever members follow it', async () => {
  const behind: Json[] = [
    { z: 1 },
    { z: 'x' },
    { z: null },
    { z: { run_id: RUN, seq: 7, tool_name: 'search' } },
    { z: [`","run_id":"${RUN}","seq":7,"tool_name":"search"`] },
  ]
  for (const more of behind) {
    expect(await outcome(documented(['search']), ran(), used('shell', [], {}, more))).toBe('input_differs')
    expect(await outcome(documented(['search']), ran(), used('search', [], {}, more))).toBe('PASS')
    expect(await outcome(documented(['search']), ran(), used(null, [], {}, more))).toBe('PASS')
  }
})

test('the replay finds the one deviating event among many others', async () => {
  const other = uuid('another run')
  const both: Step[] = [
    documented(['search', 'read']),
    documented(['search', 'write'], { id: uuid('another profile'), agent_identity: 'other' }),
    ran(),
    ran({ id: other, agent_identity: 'other' }),
  ]
  const events =
    (...of: [run: string, tool: string, seq: number][]): Step =>
    (log) =>
      log.append('submitRunEvents', {
        'agent-events': of.map(([run_id, tool_name, seq], i) => ({
          id: uuid(`many ${log.entries.length} ${i}`),
          run_id,
          seq,
          tool_name,
        })),
      })
  const of = (run: string, tools: string[]) =>
    tools.map((tool, i): [string, string, number] => [run, tool, 8 + i])
  const fine = [...of(RUN, ['search', 'read', 'search', 'read']), ...of(other, ['search', 'write', 'search'])]
  expect(await outcome(...both, events(...fine))).toBe('PASS')
  for (const [run, tool] of [
    [RUN, 'write'],
    [RUN, 'search2'],
    [RUN, '2search'],
    [other, 'read'],
  ] as const) {
    expect(await outcome(...both, events(...fine, [run, tool, 123_456]))).toBe('input_differs')
    expect(await outcome(...both, events([run, tool, 1], ...fine))).toBe('input_differs')
  }
  const tools = Array.from({ length: 20 }, (_, i) => `tool ${i}`)
  const many = of(RUN, [...tools, ...tools])
  expect(await outcome(documented(tools), ran(), events(...many))).toBe('PASS')
  expect(await outcome(documented(tools.slice(1)), ran(), events(...many))).toBe('input_differs')
})

test('the replay refuses a tool call of a run that the log does not have', async () => {
  const planted = { run_id: uuid('planted') }
  expect(await outcome(documented(['search']), ran(), used('wipe', [], {}, planted))).toBe('input_differs')
  expect(await outcome(documented(['search']), ran(), used(null, [], {}, planted))).toBe('PASS')
})

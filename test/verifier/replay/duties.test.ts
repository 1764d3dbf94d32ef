import { describe, expect, test } from 'vitest'
import type { JsonValue } from '../../../services/kernel/json/canonical-json.ts'
import { TestLog, uuid } from '../support/log.ts'
import { replayed } from '../support/replayed.ts'

/*
 * The requirements of separation of duties for approvals, and of a certification for results, by the log. The entries of a log are a minute
 * apart, unless a time is given.
 */

const SETTINGS = {
  ...{ attester_per_role: true, certifier_is_another: true, changes_need_another: true },
  role_wait_hours: 24,
}
const SYSTEM = uuid('system')
const person = (name: string) => ({ actor: { id: uuid(name), kind: 'user', name } })
const hour = (n: number) => ({ at: new Date(Date.UTC(2026, 0, 2, 3 + n, 30)).toISOString() })
const DUTIES = { duties_version: 1 }

type Step = (log: TestLog) => unknown
type Json = { [key: string]: JsonValue }

/** The outcome of a log with these steps, in which four people have had their accounts for long. */
function outcome(steps: Step[], settings: Json = SETTINGS): Promise<string> {
  const log = new TestLog()
  const organization = { id: log.organizationId, separation_of_duties: settings, version: 1 }
  const users = ['admin', 'second', 'approver', 'author'].map((name) => account(name))
  log.append('createOrganization', { organizations: [organization], users })
  for (const step of steps) step(log)
  return replayed(log)
}

const account = (name: string, change: Json = {}) => ({
  ...{ id: uuid(name), role: name === 'author' ? 'member' : 'admin', status: 'active' },
  ...{ attestation_roles: [], version: 1 },
  ...change,
})
const reset =
  (name: string, by: string, how: object = {}): Step =>
  (log) =>
    log.append('resetPassword', { users: [account(name, { version: 2 })] }, { ...person(by), ...how })
const granted =
  (name: string, by: string, how: object = {}): Step =>
  (log) =>
    log.append(
      'updateUser',
      { users: [account(name, { attestation_roles: ['ciso'], version: 2 })] },
      { ...person(by), ...how },
    )
const later =
  (n: number): Step =>
  (log) =>
    log.append('x', {}, hour(n))

const measure = { metric_name: 'asr', eval_type: 'bias' }
const thresholds = [{ ...measure, operator: 'lte', value: 0 }]
const suite = { id: uuid('suite'), ai_system_id: SYSTEM, name: 'release', version: 1, thresholds }
const wrote: Step = (log) => log.append('createSuite', { suites: [suite] }, person('author'))
const agent = { model_name: 'm', model_version: '1', prompt_version: '1' }
const profile = (change: Json = {}) => ({
  ...{ id: uuid('profile'), ai_system_id: SYSTEM, agent_identity: 'bot', tools: ['search'], ...agent },
  ...{ version: 1, opened_trigger: null, ...change },
})
const documented =
  (change: Json = {}, how: object = {}): Step =>
  (log) =>
    log.append('updateProfile', { 'agent-profiles': [profile(change)] }, { ...person('author'), ...how })
const submitted =
  (agents?: JsonValue, how: object = {}): Step =>
  (log) =>
    log.append(
      'submitEvaluations',
      {
        evaluations: [
          {
            ...{ id: uuid('result'), eval_suite_id: suite.id, ...measure, metric_value: 0 },
            payload: agents === undefined ? {} : { agents },
          },
        ],
      },
      { ...person('author'), ...how },
    )
const certified =
  (by: string, change: Json = {}, how: object = {}): Step =>
  (log) => {
    const results = [{ evaluation_id: uuid('result'), ...measure }]
    const about = { ai_system_id: SYSTEM, suite_id: suite.id, suite_name: 'release', results }
    const who = { certified_by: { id: uuid(by), name: by }, involved: [uuid('author')], waited_hours: 720 }
    const agents = [{ profile_id: uuid('profile'), ...agent }]
    const record = { id: uuid('certification'), ...about, agents, ...who, ...DUTIES, ...change }
    log.append('certify', { certifications: [record] }, { ...person(by), ...how })
  }

describe('the replay of an approver’s wait', () => {
  const scene = [wrote, documented(), submitted()]

  test('counts from when another person got access to the account, within an hour', async () => {
    const asOf = (hours: number, waited: number) =>
      outcome([
        reset('approver', 'admin'),
        ...scene,
        certified('approver', { waited_hours: waited }, hour(hours)),
      ])
    expect(await asOf(1, 0)).toBe('PASS')
    expect(await asOf(30, 29)).toBe('PASS')
    expect(await asOf(30, 33)).toBe('input_differs')
    expect(await asOf(1, 720)).toBe('input_differs')
    expect(await outcome([...scene, certified('approver')])).toBe('PASS')
  })

  test('is skipped for records without a duties_version', async () => {
    const before = { duties_version: undefined as never }
    expect(await outcome([reset('approver', 'admin'), ...scene, certified('approver', before)])).toBe('PASS')
  })

  test('counts from when the person granted the role in which they attest', async () => {
    const attested =
      (by: string, waited: number, hours: number): Step =>
      (log) => {
        const who = { attested_by: { id: uuid(by), name: by }, waited_hours: waited, ...DUTIES }
        const about = { ai_system_id: SYSTEM, suite_id: suite.id, role: 'ciso', agents: [] }
        log.append(
          'attest',
          { attestations: [{ id: uuid('a'), ...about, ...who }] },
          { ...person(by), ...hour(hours) },
        )
      }
    expect(await outcome([granted('admin', 'admin'), later(1), attested('admin', 720, 2)])).toBe(
      'input_differs',
    )
    expect(await outcome([granted('admin', 'admin'), later(1), attested('admin', 2, 2)])).toBe('PASS')
    expect(await outcome([granted('admin', 'second'), later(1), attested('admin', 720, 2)])).toBe('PASS')
  })
})

test('a certification must name all who may have acted for its authors, also via a third account', async () => {
  const ways = [reset('author', 'second'), reset('second', 'admin')]
  const scene = [wrote, documented(), submitted()]
  const names = (...people: string[]) => ({ involved: people.map(uuid) })
  const asOf = (hours: number, ...people: string[]) =>
    outcome([...ways, ...scene, certified('approver', names(...people), hour(hours))])
  expect(await asOf(2, 'author', 'second', 'admin')).toBe('PASS')
  expect(await asOf(2, 'author', 'second')).toBe('input_differs')
  expect(await asOf(2, 'author')).toBe('input_differs')
  expect(await asOf(30, 'author')).toBe('PASS')
})

describe('the replay of the person who resolves a change’s trigger', () => {
  const trigger = { id: uuid('trigger'), ai_system_id: SYSTEM, changed: 'profile', reason: 'tools added' }
  const changed =
    (by = 'second'): Step =>
    (log) =>
      log.append(
        'updateProfile',
        {
          'agent-profiles': [profile({ tools: ['search', 'wipe'], opened_trigger: trigger.id, version: 2 })],
          triggers: [{ ...trigger, opened_by: { id: uuid(by), name: by } }],
        },
        person('second'),
      )
  const settled =
    (by: string, change: Json = DUTIES, actor = by): Step =>
    (log) =>
      log.append(
        'resolveTrigger',
        {
          resolutions: [
            {
              ...{ id: uuid('resolution'), subject_id: trigger.id, subject_kind: 'manual', occurrences: 1 },
              ...{ resolved_by: { id: uuid(by), name: by }, ...change },
            },
          ],
        },
        { ...person(actor), ...hour(2) },
      )
  const scene = [documented(), changed()]

  test('requires another person than the one who made the change, if the settings do', async () => {
    expect(await outcome([...scene, settled('admin')])).toBe('PASS')
    expect(await outcome([...scene, settled('second')])).toBe('caller_not_allowed')
    expect(await outcome([...scene, settled('second', {})])).toBe('caller_not_allowed')
    const alone = { ...SETTINGS, changes_need_another: false }
    expect(await outcome([...scene, settled('second')], alone)).toBe('PASS')
  })

  test('requires that the records name the caller and the one who made the change', async () => {
    expect(await outcome([...scene, settled('admin', DUTIES, 'second')])).toBe('input_differs')
    expect(await outcome([documented(), changed('admin'), settled('second')])).toBe('input_differs')
  })

  test('refuses a person who may have made the change under another name, or still has to wait', async () => {
    expect(await outcome([reset('second', 'admin'), ...scene, settled('admin')])).toBe('caller_not_allowed')
    expect(await outcome([reset('second', 'approver'), ...scene, settled('admin')])).toBe('PASS')
    expect(await outcome([reset('admin', 'second'), ...scene, settled('admin')])).toBe('caller_not_allowed')
    expect(await outcome([reset('admin', 'second'), ...scene, settled('admin', {})])).toBe('PASS')
  })
})

describe('the replay of a change of what was certified', () => {
  const scene = [wrote, documented(), submitted(), certified('approver')]
  const widened = { tools: ['search', 'wipe'], version: 2 }

  test('refuses it if it opened no trigger', async () => {
    expect(await outcome([...scene, documented(widened)])).toBe('caller_not_allowed')
    expect(await outcome([...scene, documented({ ...widened, opened_trigger: uuid('nowhere') })])).toBe(
      'caller_not_allowed',
    )
    expect(await outcome([...scene, documented({ tools: [], version: 2 })])).toBe('PASS')
    expect(await outcome([...scene, documented({ model_version: '2', version: 2 })])).toBe(
      'caller_not_allowed',
    )
    // Earlier records do not say which one they opened.
    expect(await outcome([...scene, documented({ ...widened, opened_trigger: undefined as never })])).toBe(
      'PASS, remarked',
    )
    // A system that was never certified is blocked anyway.
    expect(await outcome([documented(), documented(widened)])).toBe('PASS')
  })

  test('passes it without a trigger if an approver made it and changes need no other person', async () => {
    const alone = { ...SETTINGS, changes_need_another: false }
    expect(await outcome([...scene, documented(widened, person('approver'))], alone)).toBe('PASS')
    expect(await outcome([...scene, documented(widened, person('author'))], alone)).toBe('caller_not_allowed')
  })

  test.each([
    ['less roles', { attestation_roles: [] }, 'caller_not_allowed'],
    ['another gate suite', { gate_suite: 'lax' }, 'caller_not_allowed'],
    ['another name', { name: 'other' }, 'caller_not_allowed'],
    ['more roles', { attestation_roles: ['ciso', 'dpo'] }, 'PASS'],
  ])('handles a change of a system: %s', async (_, change, due) => {
    const system = { id: SYSTEM, name: 's', gate_suite: 'release', attestation_roles: ['ciso'] }
    const updated =
      (more: Json): Step =>
      (log) =>
        log.append(
          'updateSystem',
          { 'ai-systems': [{ ...system, version: 1, opened_trigger: null, ...more }] },
          person('admin'),
        )
    expect(await outcome([updated({}), ...scene, updated({ ...change, version: 2 })])).toBe(due)
  })
})

describe('the replay of a certified result', () => {
  const second = { model_version: '2', version: 2 }
  const certifiedAs = (version: string, change: Json = {}) => {
    const agents = [{ profile_id: uuid('profile'), ...agent, model_version: version }]
    return certified('approver', { agents, ...change }, hour(3))
  }
  const named = (version: string) => [{ agent_identity: 'bot', ...agent, model_version: version }]

  test('refuses it if it came before the last change of the versions and does not name them', async () => {
    expect(await outcome([wrote, documented(), submitted(), certifiedAs('1')])).toBe('PASS')
    const changed = [wrote, documented()]
    expect(
      await outcome([...changed, submitted(), later(1), documented(second, hour(2)), certifiedAs('2')]),
    ).toBe('input_differs')
    expect(await outcome([...changed, documented(second), submitted(), certifiedAs('2')])).toBe('PASS')
    expect(await outcome([...changed, submitted(named('2')), documented(second), certifiedAs('2')])).toBe(
      'PASS',
    )
    expect(await outcome([...changed, documented(second), submitted(named('1')), certifiedAs('2')])).toBe(
      'input_differs',
    )
    const both = [...named('2'), ...named('1')]
    expect(await outcome([...changed, documented(second), submitted(both), certifiedAs('2')])).toBe(
      'input_differs',
    )
  })

  test('remarks on it if it may have overlapped with the change', async () => {
    const at = { at: '2026-01-02T03:06:40.000Z' }
    const overlapping = [
      wrote,
      documented(),
      submitted(undefined, at),
      documented(second, at),
      certifiedAs('2'),
    ]
    expect(await outcome(overlapping)).toBe('PASS, remarked')
  })

  test('refuses it if it is not the newest of its measure', async () => {
    const other = { results: [{ evaluation_id: uuid('another'), ...measure }] }
    expect(await outcome([wrote, documented(), submitted(), certifiedAs('1', other)])).toBe('input_differs')
  })

  test('skips earlier profiles and certifications', async () => {
    const before = { opened_trigger: undefined as never }
    const late = [submitted(), later(1), documented({ ...second, ...before }, hour(2))]
    expect(await outcome([wrote, documented(before), ...late, certifiedAs('2')])).toBe('PASS')
    const changed = [submitted(), later(1), documented(second, hour(2))]
    const old = certifiedAs('2', { duties_version: undefined as never })
    expect(await outcome([wrote, documented(), ...changed, old])).toBe('PASS')
  })
})

import { expect, test } from 'vitest'
import { reviewOf } from '../../../services/gate/domain/approvals/review.ts'
import type { NewestResult, Snapshot } from '../../../services/gate/domain/decision/snapshot.ts'
import { leafHash } from '../../../services/kernel/crypto/merkle.ts'
import type { JsonValue } from '../../../services/kernel/json/canonical-json.ts'
import { Approvals } from '../../../verifier/src/replay/inputs/approvals.mjs'
import { StateBudget } from '../../../verifier/src/replay/state/states.mjs'
import { TestLog, uuid } from '../support/log.ts'
import { replayed } from '../support/replayed.ts'

/*
 * The certified and attested state is the state of the log, and the one that was reviewed. The gate makes the hash of the
 * review. Entries are a minute and a second apart, unless a time is given.
 */

type Json = { [key: string]: JsonValue }
type Review = { tools?: string[]; results?: NewestResult[]; changes?: { id: string; reason: string }[] }

const SYSTEM = uuid('system')
const admin = { actor: { id: uuid('admin'), kind: 'user', name: 'admin' } }
const agent = { model_name: 'm', model_version: '1', prompt_version: '1' }
const measures = [
  { metric_name: 'asr', eval_type: 'bias' },
  { metric_name: 'leak', eval_type: 'bias' },
]
const suite = { id: uuid('suite'), ai_system_id: SYSTEM, name: 'release', version: 1 }
const thresholds = [
  { ...measures[1]!, operator: 'lte', value: 0.5 },
  { ...measures[0]!, operator: 'lte', value: 0.5 },
]

/** A log in which one person may do all, with a system that has an agent and a suite of two thresholds. */
class Scene {
  readonly log = new TestLog()
  readonly #account = {
    id: uuid('admin'),
    role: 'admin',
    status: 'active',
    attestation_roles: ['ciso'],
    version: 1,
  }

  constructor(system: Json = {}) {
    const nothing = { attester_per_role: false, certifier_is_another: false, changes_need_another: false }
    const separation_of_duties = { ...nothing, role_wait_hours: 0 }
    const organization = { id: this.log.organizationId, separation_of_duties, version: 1 }
    this.log.append('createOrganization', { organizations: [organization], users: [this.#account] })
    const own = { id: SYSTEM, name: 'claims', attestation_roles: [], gate_suite: 'release', version: 1 }
    this.append('createSystem', { 'ai-systems': [{ ...own, opened_trigger: null, ...system }] })
    this.append('createSuite', { suites: [{ ...suite, thresholds }] })
    this.profile(1, ['search'])
  }

  append(operation: string, records: { [type: string]: Json[] }, how: object = {}) {
    return this.log.append(operation, records, { ...admin, ...how })
  }

  profile(version: number, tools: string[], opened?: string, how: object = {}) {
    const about = { id: uuid('profile'), ai_system_id: SYSTEM, agent_identity: 'bot', ...agent }
    const opened_trigger = opened === undefined ? null : uuid(opened)
    const triggers = opened === undefined ? [] : [this.trigger(opened)]
    const record = { ...about, tools, version, opened_trigger }
    return this.append(
      'updateProfile',
      { 'agent-profiles': [record], ...(opened === undefined ? {} : { triggers }) },
      how,
    )
  }

  trigger(name: string): Json {
    const opened_by = { id: uuid('admin'), name: 'admin' }
    return { id: uuid(name), ai_system_id: SYSTEM, changed: 'profile', reason: `change ${name}`, opened_by }
  }

  settle(name: string, how: object = {}) {
    const by = { resolved_by: { id: uuid('admin'), name: 'admin' } }
    const about = { subject_id: uuid(name), subject_kind: 'manual', occurrences: 1 }
    this.append('resolveTrigger', { resolutions: [{ id: uuid(`settled ${name}`), ...about, ...by }] }, how)
  }

  result(name: string, metric_value: number, which = 0, how: object = {}): NewestResult {
    const record = { id: uuid(name), eval_suite_id: suite.id, ...measures[which]!, metric_value, payload: {} }
    this.append('submitEvaluations', { evaluations: [record] }, how)
    const { text } = this.log.records.get('evaluations')!.at(-1)!
    return { id: uuid(name), metric_value, record_hash: leafHash(text).toString('hex') }
  }

  /** The hash of the review of these results, of the first measure and of the second. */
  reviewed({ tools = ['search'], results = [], changes = [] }: Review, system: Json = {}): string {
    const shown = measures.map((measure, i) => ({
      ...measure,
      operator: 'lte',
      value: 0.5,
      result: results[i] ?? null,
    }))
    const snapshot = {
      organization_id: this.log.organizationId,
      ai_system: { id: SYSTEM, name: 'claims', attestation_roles: [], ...system },
      suite: { id: suite.id, name: 'release', version: 1, thresholds: shown },
      profiles: [{ id: uuid('profile'), agent_identity: 'bot', version: 1, ...agent }],
    }
    const sorted = changes
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      .map((one) => ({ ...one, opened_by: '' }))
    const facts = { agents: new Map([[uuid('profile'), { tools, mark: 0 }]]), changes: sorted }
    const rest = { results: new Map(), author: null, certified: [], makers: [], grants: [] }
    return reviewOf(snapshot as unknown as Snapshot, { ...facts, ...rest }).hash
  }

  approve(type: 'certifications' | 'attestations', reviewed_hash: string, of: Json, how: object = {}) {
    const about = { ai_system_id: SYSTEM, suite_id: suite.id, suite_name: 'release', suite_version: 1 }
    const agents = [{ profile_id: uuid('profile'), ...agent }]
    const record = {
      id: uuid(type),
      ...about,
      agents,
      reviewed_hash,
      duties_version: 2,
      waited_hours: 720,
      ...of,
    }
    return this.append(type === 'certifications' ? 'certify' : 'attest', { [type]: [record] }, how)
  }

  certify(review: Review, of: Json = {}, how: object = {}) {
    const locked = (review.results ?? []).map(({ id, ...more }, i) => ({
      evaluation_id: id,
      ...measures[i]!,
      ...more,
    }))
    const who = { certified_by: { id: uuid('admin'), name: 'admin' }, involved: [uuid('admin')] }
    return this.approve('certifications', this.reviewed(review), { results: locked, ...who, ...of }, how)
  }

  attest(review: Review, of: Json = {}, how: object = {}) {
    const who = { attested_by: { id: uuid('admin'), name: 'admin' }, role: 'ciso' }
    return this.approve('attestations', this.reviewed(review), { ...who, ...of }, how)
  }
}

/** The replay of a log with two good results and these further entries. */
function outcome(steps: (scene: Scene, results: NewestResult[]) => unknown): Promise<string> {
  const scene = new Scene()
  const results = [scene.result('first', 0.1), scene.result('second', 0.2, 1)]
  steps(scene, results)
  return replayed(scene.log)
}

/** A time after all entries of the log, so many milliseconds apart from others of these. */
const at = (ms: number) => ({ at: new Date(Date.UTC(2026, 0, 2, 3, 30) + ms).toISOString() })

test('the replay passes a certification and an attestation of what the log has', async () => {
  expect(await outcome((scene, results) => [scene.certify({ results }), scene.attest({ results })])).toBe(
    'PASS',
  )
})

test('the replay refuses an approval whose review differs from the log in a tool, a result or a change', async () => {
  for (const review of [{ tools: ['search', 'wipe'] }, { changes: [{ id: uuid('t'), reason: 'x' }] }]) {
    expect(await outcome((scene, results) => scene.certify({ results, ...review }))).toBe('input_differs')
    expect(await outcome((scene, results) => scene.attest({ results, ...review }))).toBe('input_differs')
  }
  expect(await outcome((scene, [one]) => scene.attest({ results: [one!] }, {}, at(0)))).toBe('input_differs')
})

test('the replay does not compare reviews of approvals whose duties_version is old or not a number', async () => {
  for (const duties_version of [1, undefined as never, null, '1'])
    expect(
      await outcome((scene, results) => scene.certify({ results, tools: ['wipe'] }, { duties_version })),
    ).toBe('PASS')
})

test('the replay refuses a certification with fewer, other or failed results, another suite or another agent', async () => {
  const changes: ((results: NewestResult[]) => Json)[] = [
    ([one]) => ({ results: [{ evaluation_id: one!.id, ...measures[0]! }] }),
    () => ({ results: [] }),
    (results) => ({
      results: results.map(({ id, ...one }, i) => ({
        evaluation_id: id,
        ...measures[i]!,
        ...one,
        metric_value: 0,
      })),
    }),
    (results) => ({
      results: results.map(({ id, ...one }, i) => ({
        evaluation_id: id,
        ...measures[i]!,
        ...one,
        record_hash: '00',
      })),
    }),
    () => ({ agents: [] }),
    () => ({ agents: [{ profile_id: uuid('profile'), ...agent, prompt_version: '2' }] }),
    () => ({ suite_version: 2 }),
    () => ({ suite_name: 'lax' }),
    () => ({ certified_by: { id: uuid('another'), name: 'another' } }),
  ]
  for (const change of changes)
    expect(await outcome((scene, results) => scene.certify({ results }, change(results)))).toBe(
      'input_differs',
    )
  const failed = await outcome((scene, [one]) => {
    scene.certify({ results: [one!, scene.result('third', 0.9, 1)] })
  })
  expect(failed).toBe('input_differs')
})

test('the replay refuses a certification of an earlier suite version, or of another suite than the gate suite', async () => {
  const next = { ...suite, id: uuid('next'), version: 2, thresholds }
  expect(
    await outcome((scene, results) => {
      scene.append('createSuite', { suites: [next] })
      scene.certify({ results })
    }),
  ).toBe('input_differs')
  const scene = new Scene({ gate_suite: 'other' })
  scene.certify({ results: [scene.result('first', 0.1), scene.result('second', 0.2, 1)] })
  expect(await replayed(scene.log)).toBe('input_differs')
})

test('the replay lets an approval miss overlapping calls, but not calls that came earlier', async () => {
  const changed = (scene: Scene) => {
    scene.profile(2, ['search', 'a'], 'one', at(0))
    scene.profile(3, ['search', 'a', 'b'], 'two', at(1))
    return ['one', 'two'].map((name) => ({ id: uuid(name), reason: `change ${name}` }))
  }
  const tools = ['search', 'a', 'b']
  const settledBefore = (ms: number, seen: number[]) =>
    outcome((scene, results) => {
      scene.certify({ results })
      const changes = changed(scene)
      scene.settle('one', at(1000))
      scene.attest({ results, tools, changes: seen.map((i) => changes[i]!) }, {}, at(1000 + ms))
    })
  expect(await settledBefore(5000, [0, 1])).toBe('PASS')
  expect(await settledBefore(5000, [1])).toBe('PASS')
  expect(await settledBefore(5000, [0])).toBe('input_differs')
  expect(await settledBefore(61_000, [0, 1])).toBe('input_differs')
  const submittedBefore = (ms: number) =>
    outcome((scene, results) => {
      scene.result('third', 0.3, 0, at(0))
      scene.attest({ results }, {}, at(ms))
    })
  expect(await submittedBefore(5000)).toBe('PASS')
  expect(await submittedBefore(61_000)).toBe('input_differs')
})

test('the replay remarks on an approval with more overlapping changes than it tries', async () => {
  const wrong = { tools: ['wipe'] }
  const beside = (results: number) =>
    outcome((scene, before) => {
      for (let i = 0; i < results; i++) scene.result(`r${i}`, 0.1, i % 2, at(i))
      scene.attest({ results: before, ...wrong }, {}, at(1000))
    })
  expect(await beside(8)).toBe('input_differs')
  expect(await beside(16)).toBe('PASS, remarked')
})

test('the replay compares reviews up to a total number of characters, then remarks', async () => {
  const scene = new Scene()
  const results = [scene.result('first', 0.1), scene.result('second', 0.2, 1)]
  const tools = ['x'.repeat(2_000_000)]
  scene.profile(2, tools)
  for (let i = 0; i < 36; i++) scene.attest({ results, tools }, { id: uuid(`a${i}`) })
  expect(await replayed(scene.log)).toBe('PASS, remarked')
})

test('the replay’s work for a suite with very many thresholds grows linearly', () => {
  const measure = (n: number) => ({ metric_name: `m${n}`, eval_type: 'bias' })
  const numbers = Array.from({ length: 6000 }, (_, n) => n)
  const many = { ...suite, thresholds: numbers.map((n) => ({ ...measure(n), operator: 'lte', value: 1 })) }
  const result = (n: number) => ({ id: `r${n}`, metric_value: 0, record_hash: 'hash' })
  const state = {
    system: { id: SYSTEM, name: 'claims', attestation_roles: [] },
    ...{ suite: many, profiles: [], changes: () => ({ open: [], justResolved: [] }) },
    resultsOf: ({ metric_name }: { metric_name: string }) => [result(Number(metric_name.slice(1)))],
  }
  const about = { suite_id: suite.id, suite_name: 'release', suite_version: 1, agents: [], duties_version: 2 }
  const results = numbers.map((n) => ({ evaluation_id: `r${n}`, ...measure(n), ...result(n) }))
  const by = { actor: admin.actor as never, place: {} }
  for (const approval of [
    { ...about, certified_by: admin.actor, results },
    { ...about, attested_by: admin.actor },
  ])
    expect(() => new Approvals(new StateBudget(), () => {}).check(approval, () => state, by)).toThrow(
      'is not what the log had',
    )
})

import { expect, test } from 'vitest'
import type { NewestResult } from '../../../services/gate/domain/decision/snapshot.ts'
import { Approvals } from '../../../verifier/src/replay/inputs/approvals.mjs'
import { StateBudget } from '../../../verifier/src/replay/state/states.mjs'
import {
  admin,
  agent,
  at,
  type Json,
  measures,
  Scene,
  SYSTEM,
  suite,
  thresholds,
} from '../support/approval-scene.ts'
import { uuid } from '../support/log.ts'
import { replayed } from '../support/replayed.ts'

/*
 * The certified and attested state is the state of the log, and the one that was reviewed. The gate makes the hash of the
 * review. Entries are a minute and a second apart, unless a time is given.
 */

/** The replay of a log with two good results and these further entries. */
function outcome(steps: (scene: Scene, results: NewestResult[]) => unknown): Promise<string> {
  const scene = new Scene()
  const results = [scene.result('first', 0.1), scene.result('second', 0.2, 1)]
  steps(scene, results)
  return replayed(scene.log)
}

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
    expect(() => new Approvals(new StateBudget()).check(approval, () => state, by)).toThrow(
      'is not what the log had',
    )
})

test('the replay refuses an approval, a resolution and the trigger of a change that no person’s call wrote', async () => {
  const operator = { actor: { ...admin.actor, kind: 'operator' } }
  const resolve = (scene: Scene, more: Json, how: object = {}) => {
    scene.append('openTrigger', { triggers: [scene.trigger('t')] })
    const about = { id: uuid('r'), subject_id: uuid('t'), subject_kind: 'manual', occurrences: 1 }
    const resolution = { ...about, resolved_by: { id: uuid('admin'), name: 'admin' }, ...more }
    scene.append('resolveTrigger', { resolutions: [resolution] }, how)
  }
  const details = { duties_version: 5 }
  const calls: ((scene: Scene, results: NewestResult[], how: object) => unknown)[] = [
    (scene, results, how) => scene.certify({ results }, {}, how),
    (scene, results, how) => scene.attest({ results }, {}, how),
    (scene, _, how) => resolve(scene, { duties_version: 5 }, how),
    (scene, _, how) => scene.profile(2, ['search', 'wipe'], '"wipe"', { ...how, details }),
  ]
  for (const call of calls) {
    expect(await outcome((scene, results) => call(scene, results, {}))).toBe('PASS')
    expect(await outcome((scene, results) => call(scene, results, operator))).toBe('input_differs')
  }
  // Earlier records do not say by which rules they were made.
  expect(await outcome((scene) => resolve(scene, {}, operator))).toBe('PASS')
  const of = (id: string) => ({ details: { settled: { id: uuid(id), kind: 'manual', reason: 'change t' } } })
  expect(await outcome((scene) => resolve(scene, {}, of('t')))).toBe('PASS')
  expect(await outcome((scene) => resolve(scene, {}, of('other')))).toBe('input_differs')
})

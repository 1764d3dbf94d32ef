import { expect, test } from 'vitest'
import { SignedDecisions } from '../../../verifier/src/replay/signed.mjs'
import { StateBudget } from '../../../verifier/src/replay/state/states.mjs'

/* Decisions that were signed as files, and what the log has of them. Times are in seconds. */

type Made = [id: string, decision: string, at: number, system?: string]

/** The failure for the entry of a signature after these decisions. */
function outcome(
  made: Made[],
  details: object,
  at: number,
  operation = 'attestDecision',
  size?: number,
  memory?: number,
): string {
  const states = new StateBudget(memory)
  const signed = new SignedDecisions(states)
  for (const [leaf, [id, decision, seconds, system = 's']] of made.entries())
    signed.take({ id, decision, ai_system_id: system }, `hash of ${id}`, { at: seconds * 1000, leaf })
  const entry = {
    operation,
    outcome: 'ok',
    details: { decision_id: 'one', record_hash: 'hash of one', ...details },
  }
  try {
    signed.check(entry as never, at * 1000, size, { index: made.length })
    return states.leftOut.size > 0 ? 'left out' : 'fine'
  } catch (error) {
    return (error as { code: string }).code
  }
}

const ONE: Made = ['one', 'pass', 0]

test('the replay refuses a signed decision that differs from the log', () => {
  expect(outcome([ONE], {}, 100)).toBe('fine')
  expect(outcome([ONE], { record_hash: 'another' }, 100)).toBe('input_differs')
  expect(outcome([ONE], { decision_id: 'two' }, 100)).toBe('input_differs')
  expect(outcome([ONE], { decision_id: 'two' }, 100, 'queryGate')).toBe('fine')
})

test('the replay does not compare signing entries of an earlier version', () => {
  const before = { record_hash: undefined, decision_id: 'two' }
  expect(outcome([ONE], before, 100)).toBe('fine')
  expect(outcome([ONE, ['two', 'block', 1]], {}, 100)).toBe('fine')
})

test('the replay refuses a pass signed for an artifact if the newest decision it could have read blocks', () => {
  const read = (newest_decision_id: string | null, at: number, ...more: Made[]) =>
    outcome([ONE, ...more], { newest_decision_id }, at)
  expect(read('one', 100)).toBe('fine')
  expect(read(null, 100, ['two', 'block', 1])).toBe('fine')
  expect(read('two', 100, ['two', 'pass', 1])).toBe('fine')
  expect(read('one', 100, ['two', 'block', 1])).toBe('input_differs')
  expect(read('two', 100, ['two', 'block', 1])).toBe('input_differs')
  expect(read('two', 100, ['two', 'block', 1], ['three', 'pass', 90])).toBe('input_differs')
  expect(read('three', 100, ['two', 'block', 1], ['three', 'pass', 90])).toBe('fine')
  expect(read('one', 100, ['two', 'block', 50])).toBe('fine')
  expect(read('one', 100, ['two', 'block', 1, 'another system'])).toBe('fine')
  expect(read('two', 100, ['two', 'pass', 1, 'another system'])).toBe('input_differs')
})

test('a signature that names the log size must have read every decision below it, however recent', () => {
  const read = (newest_decision_id: string, size: number) =>
    outcome(
      [ONE, ['two', 'block', 99], ['three', 'pass', 99]],
      { newest_decision_id },
      100,
      'attestDecision',
      size,
    )
  expect(read('one', 1)).toBe('fine')
  expect(read('one', 2)).toBe('input_differs')
  expect(read('three', 2)).toBe('fine')
  expect(read('three', 3)).toBe('fine')
  const many = Array.from({ length: 3000 }, (_, i): Made => [`${i}`, 'pass', 99])
  const cut = (id: string, size: number) =>
    outcome([ONE, ...many], { newest_decision_id: id }, 100, 'attestDecision', size)
  expect([cut('1', 1), cut('1', 2990), cut('2995', 2990)]).toEqual(['left out', 'input_differs', 'fine'])
})

test('any passed decision may be the newest one, unless the call had seen a later one that blocks', () => {
  const read = (newest_decision_id: string, third: string, seconds: number, size?: number) =>
    outcome(
      [ONE, ['two', 'pass', 11], ['three', third, seconds], ['four', 'pass', 12]],
      { newest_decision_id },
      100,
      'attestDecision',
      size,
    )
  const passed = ['one', 'two', 'three', 'four'].flatMap((id) => [
    read(id, 'pass', 10, 1),
    read(id, 'pass', 10),
  ])
  expect(new Set(passed)).toEqual(new Set(['fine']))
  const behind = ['one', 'two', 'three', 'four'].map((id) => read(id, 'block', 10, 1))
  expect(behind).toEqual(['input_differs', 'input_differs', 'input_differs', 'fine'])
  expect([read('two', 'block', 50, 1), read('two', 'block', 50, 2)]).toEqual(['fine', 'fine'])
  expect([read('two', 'block', 50, 3), read('five', 'pass', 10, 1)]).toEqual([
    'input_differs',
    'input_differs',
  ])
})

test('the replay compares the newest of very many decisions, and leaves out the others unless it is given memory', () => {
  const many = Array.from({ length: 50_000 }, (_, i): Made => [`${i}`, 'pass', i])
  expect(outcome([ONE, ...many], { record_hash: 'another' }, 60_000)).toBe('left out')
  const given = ['attestDecision', undefined, 128] as const
  expect(outcome([ONE, ...many], { record_hash: 'another' }, 60_000, ...given)).toBe('input_differs')
  expect(outcome([...many, ONE], { record_hash: 'another' }, 60_000)).toBe('input_differs')
})

test('the replay leaves out whether the newest decision was signed if very many come within a minute', () => {
  const many = Array.from({ length: 3000 }, (_, i): Made => [`${i}`, 'pass', 1 + i / 300])
  const read = (newest_decision_id: string, at: number) => outcome([ONE, ...many], { newest_decision_id }, at)
  expect(read('2999', 12)).toBe('fine')
  expect(read('one', 12)).toBe('left out')
  expect(read('one', 100)).toBe('input_differs')
})

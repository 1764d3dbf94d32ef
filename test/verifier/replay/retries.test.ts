import { expect, test } from 'vitest'
import { Replay } from '../../../verifier/src/replay/replay.mjs'
import { Retries } from '../../../verifier/src/replay/retries.mjs'
import { StateBudget } from '../../../verifier/src/replay/state/states.mjs'

/* Retries that were answered as an earlier call, and what the log has of that call. Times are in hours. */

const HASHES = { key_sha256: 'k', request_sha256: 'r', sha256: 'a' }

function replay(memory?: number) {
  const remarks: string[] = []
  const states = new StateBudget(memory)
  const retries = new Retries(states, (_kind, _subject, text) => remarks.push(text))
  const ids = new Set<string>()
  return (details: object, hour = 0, more: object = {}) => {
    const id = `entry ${ids.size}`
    const entry = { id, operation: 'submitEvaluations', outcome: 'ok', details, ...more }
    const before = remarks.length
    try {
      retries.take(entry as never, hour * 3_600_000, (one) => ids.has(one), { index: ids.size })
      if (states.leftOut.size > 0) return 'left out'
      return remarks.length > before ? 'remarked' : 'fine'
    } catch (error) {
      return (error as { code: string }).code
    } finally {
      ids.add(id)
    }
  }
}

test('the replay refuses a retry whose key, request or answer differs from the call that it names', () => {
  const take = replay()
  expect(take({ answer: HASHES })).toBe('fine')
  const retry = (replayed: object, first = 'entry 0') => take({ replay_of: first, replayed }, 30)
  expect(retry(HASHES)).toBe('fine')
  for (const name of Object.keys(HASHES)) expect(retry({ ...HASHES, [name]: 'x' })).toBe('answer_differs')
  expect(retry(HASHES, 'entry 1')).toBe('answer_differs')
  expect(retry(HASHES, 'no entry')).toBe('answer_differs')
  expect(retry({}, 'entry 0')).toBe('answer_differs')
})

test('the replay does not compare refused calls and entries of an earlier version', () => {
  const take = replay()
  expect(take({ replay_of: 'no entry' })).toBe('fine')
  expect(take({ replay_of: 'no entry', replayed: HASHES }, 0, { outcome: 'refused' })).toBe('fine')
  expect(take({ answer: HASHES }, 0, { outcome: 'refused' })).toBe('fine')
  expect(take({ replay_of: 'entry 2', replayed: HASHES }, 30)).toBe('remarked')
})

test('the replay remarks on answers of an earlier version for a day after an upgrade, and compares found ones', () => {
  const take = replay()
  take({})
  take({ answer: { ...HASHES, key_sha256: 'other' } }, 100)
  const retry = (hour: number, first = 'entry 0') => take({ replay_of: first, replayed: HASHES }, hour)
  expect([retry(101), retry(101, 'no entry'), retry(126)]).toEqual([
    'remarked',
    'answer_differs',
    'answer_differs',
  ])
  take({ answers: [{ ...HASHES, entry_id: 'entry 0' }] }, 127, { operation: 'recordFoundAnswers' })
  expect(retry(128)).toBe('fine')
})

test('a found answer does not replace the entry’s own; long after an upgrade it is a remark', () => {
  const take = replay()
  const find = (hour: number, first: string) =>
    take({ answers: [{ ...HASHES, entry_id: first }] }, hour, { operation: 'recordFoundAnswers' })
  take({ answer: { ...HASHES, sha256: 'own' } })
  take({})
  expect(find(1, 'entry 0')).toBe('fine')
  expect(take({ replay_of: 'entry 0', replayed: HASHES }, 2)).toBe('answer_differs')
  expect([find(24, 'entry 1'), find(26, 'entry 2')]).toEqual(['fine', 'remarked'])
  const decided = replay()
  decided({ log_size: 0 })
  const late = { answers: [{ ...HASHES, entry_id: 'entry 0' }] }
  expect(decided(late, 26, { operation: 'recordFoundAnswers' })).toBe('remarked')
})

test('the replay compares the newest 100,000 answers, and leaves out older ones unless it is given memory', () => {
  const retryOf = (first: number, key: number, memory?: number) => {
    const take = replay(memory)
    for (let n = 0; n <= 100_000; n++) take({ answer: { ...HASHES, key_sha256: `${n}` } })
    return take({ replay_of: `entry ${first}`, replayed: { ...HASHES, key_sha256: `${key}` } })
  }
  expect([retryOf(0, 0), retryOf(1, 1), retryOf(1, 2)]).toEqual(['left out', 'fine', 'answer_differs'])
  expect(retryOf(0, 1, 128)).toBe('answer_differs')
})

test('the replay leaves out a retry if the log has more entries than it compares ids of', () => {
  const at = '2026-01-02T03:04:05.678Z'
  const replay = new Replay(0, {})
  replay.signedAt = Date.parse(at)
  replay.uncompared.add('audit')
  const take = (details: object) => {
    const index = replay.next
    const actor = { id: null, kind: 'operator', name: null }
    const call = { operation: 'submitEvaluations', outcome: 'ok', receipts: [] }
    replay.begin({ id: `entry ${index}`, at, actor, details, ...call } as never, { index })
  }
  for (let n = 0; n <= 100_000; n++) take({ answer: HASHES })
  take({ replay_of: 'entry 0', replayed: HASHES })
  expect([replay.failure, replay.remarks]).toEqual([undefined, []])
  expect(replay.leftOut).toEqual([
    'whether retries got the answers of calls long before them',
    'whether all ids of audit are different',
  ])
})

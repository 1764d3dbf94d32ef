import { expect, test } from 'vitest'
import { HASHES, retries } from '../support/retries.ts'

/* Retries that were answered as an earlier call, and what the log has of that call. Times are in hours. */

test('the replay refuses a retry whose key, request or answer differs from the call that it names', () => {
  const take = retries()
  expect(take({ answer: HASHES })).toBe('fine')
  const retry = (replayed: object, first = 'entry 0') => take({ replay_of: first, replayed }, 30)
  expect(retry(HASHES)).toBe('fine')
  for (const name of Object.keys(HASHES)) expect(retry({ ...HASHES, [name]: 'x' })).toBe('answer_differs')
  expect(retry(HASHES, 'entry 1')).toBe('answer_differs')
  expect(retry(HASHES, 'no entry')).toBe('answer_differs')
  expect(retry({}, 'entry 0')).toBe('answer_differs')
})

test('the replay does not compare refused calls and entries of an earlier version', () => {
  const take = retries()
  expect(take({ replay_of: 'no entry' })).toBe('fine')
  expect(take({ replay_of: 'no entry', replayed: HASHES }, 0, { outcome: 'refused' })).toBe('fine')
  expect(take({ answer: HASHES }, 0, { outcome: 'refused' })).toBe('fine')
  expect(take({ replay_of: 'entry 2', replayed: HASHES }, 30)).toBe('remarked')
})

test('the replay remarks on answers of an earlier version for a day after an upgrade, and compares found ones', () => {
  const take = retries()
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
  const take = retries()
  const find = (hour: number, first: string) =>
    take({ answers: [{ ...HASHES, entry_id: first }] }, hour, { operation: 'recordFoundAnswers' })
  take({ answer: { ...HASHES, sha256: 'own' } })
  take({})
  expect(find(1, 'entry 0')).toBe('fine')
  expect(take({ replay_of: 'entry 0', replayed: HASHES }, 2)).toBe('answer_differs')
  expect([find(24, 'entry 1'), find(26, 'entry 2')]).toEqual(['fine', 'remarked'])
  const decided = retries()
  decided({ log_size: 0 })
  const late = { answers: [{ ...HASHES, entry_id: 'entry 0' }] }
  expect(decided(late, 26, { operation: 'recordFoundAnswers' })).toBe('remarked')
})

import { expect, test } from 'vitest'
import { OpenTriggers } from '../../../verifier/src/replay/inputs/triggers.mjs'
import { Replay } from '../../../verifier/src/replay/replay.mjs'
import { StateBudget } from '../../../verifier/src/replay/state/states.mjs'
import { uuid } from '../support/log.ts'
import { HASHES, retries } from '../support/retries.ts'

/* What the replay compares at most, at these limits. */

const MINUTE = 60_000

test('the replay ends the comparison at too many open triggers times decisions', () => {
  const triggers = new OpenTriggers(new StateBudget())
  for (let n = 0; n < 20_000; n++) {
    const tool = { kind: 'tool', ai_system_id: 's', profile_id: 'p', agent_identity: 'a', tool_name: `${n}` }
    triggers.take('findings', { id: uuid(`${n}`), ...tool }, { at: 1000 * MINUTE, leaf: 1000 })
  }
  const decide = () =>
    triggers.check(
      { ai_system: { id: 's' }, open_triggers: [], more_open_triggers: false },
      { at: 1000 * MINUTE, size: undefined, place: {} },
      () => {},
    )
  expect(() => {
    for (let n = 0; n <= 1000; n++) decide()
  }).toThrow('more triggers and decisions of an AI system than are compared')
})

test('the replay compares the newest 100,000 answers, and leaves out older ones unless it is given memory', () => {
  const retryOf = (first: number, key: number, memory?: number) => {
    const take = retries(memory)
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

import { expect, test } from 'vitest'
import { leafHash } from '../../../services/kernel/crypto/merkle.ts'
import type { JsonValue } from '../../../services/kernel/json/canonical-json.ts'
import { LogSizes } from '../../../verifier/src/replay/log-size.mjs'
import { appendDecision } from '../support/honest.ts'
import { decisionOf } from '../support/inputs.ts'
import { type TestLog, uuid } from '../support/log.ts'
import { logOf, replayed } from '../support/replayed.ts'

/* Decisions that name how long the log was when they were read: they have seen what is below, whatever clocks say. Times are in seconds. */

const seconds = (s: number) => ({ at: new Date(Date.UTC(2026, 0, 2, 5, 0, s)).toISOString() })
const pass = (log: TestLog) => appendDecision(log, 'v2-pass-two-attesters')
/** Finds a tool. */
const find = (log: TestLog, s: number, name = 'finding') =>
  log.append(
    'submitRunEvents',
    { findings: [{ ...FINDING, ai_system_id: systemOf(log), id: uuid(name) }] },
    seconds(s),
  )
const settle = (log: TestLog, s: number) => {
  const about = { subject_id: uuid('finding'), subject_kind: 'tool' }
  log.append('resolveTrigger', { resolutions: [{ id: uuid('r'), occurrences: 1, ...about }] }, seconds(s))
}
/** A decision like the first one, with these triggers open. */
const decide = (
  log: TestLog,
  s: number,
  size: number | undefined,
  open: Json[] = [],
  edit: (snapshot: Json) => void = () => {},
) => {
  const { snapshot, ...passed } = JSON.parse(log.records.get('gate-decisions')![0]!.text)
  edit(snapshot)
  const record = decisionOf(
    { ...snapshot, open_triggers: open },
    outputOf(passed, open),
    uuid(`at ${log.entries.length}`),
  )
  const details: { [key: string]: JsonValue } = size === undefined ? {} : { log_size: size }
  log.append('queryGate', { 'gate-decisions': [record as never] }, { ...seconds(s), details })
}
/** The log with these steps, each of which is told how many entries are before it. */
const outcome = (...steps: ((log: TestLog, size: number) => unknown)[]) =>
  replayed(logOf(pass, ...steps.map((step) => (log: TestLog) => step(log, log.entries.length))))

test('a decision must show a recent trigger whose leaf is below the log size that it names', async () => {
  const seen = (less: number) =>
    outcome(
      (log) => find(log, 0),
      (log, size) => decide(log, 1, size - less),
    )
  expect(await seen(0)).toBe('input_differs')
  // It may have got its leaf since.
  expect(await seen(1)).toBe('PASS, remarked')
  expect(
    await outcome(
      (log) => find(log, 0),
      (log, size) => decide(log, 1, size, SHOWN),
    ),
  ).toBe('PASS')
})

test('a decision must not show a trigger that was resolved below its log size', async () => {
  const seen = (less: number) =>
    outcome(
      (log) => find(log, 0),
      (log) => settle(log, 2),
      (log, size) => decide(log, 3, size - less, SHOWN),
    )
  expect(await seen(0)).toBe('input_differs')
  expect(await seen(1)).toBe('PASS, remarked')
})

test('a decision must have seen an occurrence below its log size, also within a burst', async () => {
  const burst = Array.from({ length: 300 }, (_, n) => (log: TestLog) => find(log, 0, `finding ${n}`))
  const first = (less: number) => outcome(...burst, (log, size) => decide(log, 1, size - less))
  expect([await first(299), await first(300)]).toEqual(['input_differs', 'PASS, remarked'])
})

test('decisions of processes with clocks 30 seconds apart verify if they differ only above the log size', async () => {
  const late = (size: (entries: number) => number | undefined) =>
    outcome(
      (log) => find(log, 0),
      (log, entries) => decide(log, 1, entries, SHOWN),
      (log, entries) => decide(log, 31, size(entries - 2)),
    )
  expect(await late(() => undefined)).toBe('input_differs')
  expect(await late((entries) => entries)).toBe('PASS, remarked')
  expect(await late((entries) => entries + 1)).toBe('input_differs')
})

test('a decision must have seen everything that is a minute old, whatever log size it names', async () => {
  expect(
    await outcome(
      (log) => find(log, 0),
      (log, size) => decide(log, 62, size - 1),
    ),
  ).toBe('input_differs')
})

test('a decision must have read the system version and the result whose leaves are below its log size', async () => {
  const again = (log: TestLog, type: string, edit: (record: Json) => Json, details: Json = {}) => {
    const record = JSON.parse(log.records.get(type)!.at(-1)!.text)
    log.append('x', { [type]: [{ ...record, ...namesOf(log), ...edit(record) }] }, { ...seconds(0), details })
  }
  const renamed = (less: number) =>
    outcome(
      (log) => again(log, 'ai-systems', ({ version }) => ({ version: version + 1, name: 'x' })),
      (log, size) => decide(log, 1, size - less),
    )
  expect([await renamed(0), await renamed(1)]).toEqual(['input_differs', 'PASS, remarked'])
  const measured = (details: Json, less: number) =>
    outcome(
      (log) => again(log, 'evaluations', () => ({ id: uuid('second') }), details),
      (log) => again(log, 'evaluations', () => ({ id: uuid('third') }), details),
      (log, size) => decide(log, 1, size - less),
    )
  const inOrder = { in_order: true }
  expect([await measured(inOrder, 0), await measured(inOrder, 2)]).toEqual([
    'input_differs',
    'PASS, remarked',
  ])
  expect(await measured({}, 2)).toBe('PASS, remarked')
})

test('results recorded by an earlier version may be in the log in another order than they committed in', async () => {
  const submit = (name: string, details: Json) => (log: TestLog) => {
    const record = JSON.parse(log.records.get('evaluations')![0]!.text)
    log.append(
      'x',
      { evaluations: [{ ...record, ...namesOf(log), id: uuid(name) }] },
      { ...seconds(0), details },
    )
  }
  const shown = (name: string) => (snapshot: Json, log: TestLog) => {
    const { text } = log.records.get('evaluations')!.find((one) => JSON.parse(one.text).id === uuid(name))!
    for (const threshold of snapshot.suite.thresholds)
      if (threshold.metric_name === JSON.parse(text).metric_name)
        threshold.result = {
          ...threshold.result,
          id: uuid(name),
          record_hash: leafHash(text).toString('hex'),
        }
  }
  const read = (first: Json, name: string) =>
    outcome(submit('first', first), submit('second', {}), (log, size) =>
      decide(log, 1, size, [], (snapshot) => shown(name)(snapshot, log)),
    )
  expect([await read({}, 'second'), await read({}, 'first')]).toEqual(['PASS', 'PASS, remarked'])
  expect([await read({ in_order: true }, 'second'), await read({ in_order: true }, 'first')]).toEqual([
    'PASS, remarked',
    'input_differs',
  ])
})

test('a log size larger than the number of earlier entries is refused', async () => {
  expect(await outcome((log, size) => decide(log, 1, size + 1))).toBe('input_differs')
})

test('an entry whose call began a minute or more before an earlier decision is a remark', () => {
  const remarks: string[] = []
  const sizes = new LogSizes((_kind, _subject, text) => remarks.push(text))
  const take = (leaf: number, s: number, details: object, type = 'findings') => {
    sizes.take({ details, receipts: [{ type }] } as never, s * 1000, leaf, {})
    return remarks.length
  }
  take(0, 500, {})
  expect([take(1, 100, { log_size: 1 }), take(2, 40, {}), take(3, 39, {}, 'packages')]).toEqual([0, 0, 0])
  // The latest of them counts.
  take(4, 90, { log_size: 4 })
  expect([take(5, 39, {}), take(6, 39, {}), take(7, 39, {}), take(8, 39, {})]).toEqual([1, 2, 3, 4])
  expect(remarks[0]).toMatch('the decision of leaf 1')
})

test('a log size that is a minute behind is a remark', () => {
  const remarks: string[] = []
  const sizes = new LogSizes((_kind, _subject, text) => remarks.push(text))
  const take = (leaf: number, s: number, log_size?: number, wrote = true) =>
    sizes.take(
      { details: log_size === undefined ? {} : { log_size }, receipts: wrote ? [{}] : [] } as never,
      s * 1000,
      leaf,
      {},
    )
  for (let leaf = 0; leaf < 400; leaf++) expect(take(leaf, leaf)).toBe(undefined)
  expect([take(400, 400, 400), take(401, 401, 341)]).toEqual([400, 341])
  expect(remarks).toEqual([])
  take(402, 402, 330)
  expect(remarks).toHaveLength(1)
  // A read is recorded when it ends, with the time at which it began.
  take(403, 900)
  take(404, 100, undefined, false)
  take(405, 901, 404)
  expect(remarks).toHaveLength(1)
})

const TOOL = { agent_identity: 'agent', kind: 'tool', tool_name: 'rm' }
const FINDING = { ...TOOL, metric_name: null, model_name: null, model_version: null, profile_id: uuid('p') }
const SHOWN = [{ ...TOOL, id: uuid('finding') }]

/** The system and the suite that a result names. */
function namesOf(log: TestLog) {
  const [system, suite] = ['ai-systems', 'suites'].map((type) =>
    JSON.parse(log.records.get(type)!.at(-1)!.text),
  )
  return { ai_system_name: system.name, eval_suite: suite.name }
}

function systemOf(log: TestLog): string {
  return JSON.parse(log.records.get('ai-systems')![0]!.text).id
}

/** The decision by the rules for a passed decision with these open triggers. */
function outputOf(passed: Json, open: Json[]): Json {
  if (open.length === 0) return passed
  const message =
    'Drift triggers are open: "agent" used tool "rm", which its profile does not document. Assess and resolve each of them.'
  const code = 'open_drift_trigger'
  return { ...passed, decision: 'block', reasons: [code], reason_details: [{ code, message }] }
}

// biome-ignore lint/suspicious/noExplicitAny: the tests change whatever is in there
type Json = { [key: string]: any } & { [key: string]: JsonValue }

import { describe, expect, test } from 'vitest'
import { leafHash } from '../../../services/kernel/crypto/merkle.ts'
import type { JsonValue } from '../../../services/kernel/json/canonical-json.ts'
import { appendDecision } from '../support/honest.ts'
import { decisionOf } from '../support/inputs.ts'
import { type TestLog, uuid } from '../support/log.ts'
import { logOf, replayed } from '../support/replayed.ts'

describe('the replay of a decision made during a burst', () => {
  const seconds = (s: number) => ({ at: new Date(Date.UTC(2026, 0, 2, 5, 0, s)).toISOString() })
  const pass = (log: TestLog) => appendDecision(log, 'v2-pass-two-attesters')
  /** A decision like the first one: it has seen nothing of the burst. */
  const decide = (log: TestLog, s: number, edit: (snapshot: Json, output: Json) => void = () => {}) => {
    const { snapshot, ...output } = JSON.parse(log.records.get('gate-decisions')![0]!.text)
    edit(snapshot, output)
    const record = decisionOf(snapshot, output, uuid(`decision ${s}`))
    log.append('queryGate', { 'gate-decisions': [record as never] }, seconds(s))
  }
  /** Calls with so many results of one measure each. */
  const measure = (log: TestLog, calls: number, each: number) => {
    const first = JSON.parse(log.records.get('evaluations')![0]!.text)
    for (let call = 0; call < calls; call++) {
      const evaluations = Array.from({ length: each }, (_, i) => ({ ...first, id: uuid(`${call} ${i}`) }))
      log.append('submitEvaluations', { evaluations }, seconds(0))
    }
  }
  const find = (log: TestLog, calls: number) => {
    const ai_system_id = JSON.parse(log.records.get('ai-systems')![0]!.text).id
    for (let call = 0; call < calls; call++) {
      const findings = [{ ...FINDING, ai_system_id, id: uuid(`finding ${call}`) }]
      log.append('submitRunEvents', { findings }, seconds(0))
    }
  }

  test('of results of one measure: it may have read the result before the burst, with a remark', async () => {
    const log = logOf(pass, (log) => measure(log, 40, 100))
    decide(log, 1)
    expect(await replayed(log)).toBe('PASS, remarked')
  })

  test('of results of one measure: a minute later it must have read the last one', async () => {
    const log = logOf(pass, (log) => measure(log, 40, 100))
    decide(log, 62)
    expect(await replayed(log)).toBe('input_differs')
  })

  test('of results of one call: it must have read the last one', async () => {
    const log = logOf(pass, (log) => measure(log, 1, 3))
    const read = (place: number) => {
      const { text } = log.records.get('evaluations')!.at(place)!
      const { metric_name, id } = JSON.parse(text)
      return ({ suite }: Json) => {
        const threshold = suite.thresholds.find((one: Json) => one.metric_name === metric_name)
        threshold.result = { ...threshold.result, id, record_hash: leafHash(text).toString('hex') }
      }
    }
    decide(log, 1, read(-1))
    expect(await replayed(log)).toBe('PASS')
    decide(log, 2, read(-2))
    expect(await replayed(log)).toBe('input_differs')
  })

  test('of findings of one subject: it may have seen none of them, with a remark', async () => {
    const log = logOf(pass, (log) => find(log, 400))
    decide(log, 1)
    expect(await replayed(log)).toBe('PASS, remarked')
  })

  test('of findings of one subject: the trigger may have the id of any of the simultaneous first calls', async () => {
    const log = logOf(pass, (log) => find(log, 40))
    decide(log, 1, (snapshot, output) => {
      const [code, message] = ['open_drift_trigger', OPEN]
      snapshot.open_triggers = [{ ...TOOL, id: uuid('finding 39') }]
      Object.assign(output, { decision: 'block', reasons: [code], reason_details: [{ code, message }] })
    })
    expect(await replayed(log)).toBe('PASS')
  })

  test('of more triggers than are shown: the omitted one may have the id of either first call', async () => {
    const ids = Array.from({ length: 23 }, (_, n) => uuid(`trigger ${n}`)).sort()
    const [low = '', lower = '', higher = ''] = [ids[9], ids[10], ids[22]]
    const shown = [...ids.slice(0, 9), ...ids.slice(11, 22)].map((id) => ({
      ...{ agent_identity: 'agent', id, kind: 'tool', tool_name: `tool ${id}` },
    }))
    const outcome = (first: string) => {
      const log = logOf(pass)
      const { id: ai_system_id } = JSON.parse(log.records.get('ai-systems')![0]!.text)
      const found = (id: string, tool_name: string) =>
        log.append('x', { findings: [{ ...FINDING, ai_system_id, id, tool_name }] }, seconds(0))
      for (const { id, tool_name } of shown) found(id, tool_name)
      for (const id of [first, lower]) found(id, 'found by two calls')
      decide(log, 70, (snapshot, output) => {
        Object.assign(snapshot, { open_triggers: shown, more_open_triggers: true })
        const items = shown.map(
          (one) => `"agent" used tool "${one.tool_name}", which its profile does not document`,
        )
        const message = `Drift triggers are open: ${items.join('; ')}; and more. Assess and resolve each of them.`
        const [code, decision] = ['open_drift_trigger', 'block']
        Object.assign(output, { decision, reasons: [code], reason_details: [{ code, message }] })
      })
      return replayed(log)
    }
    expect(await outcome(higher)).toBe('PASS')
    expect(await outcome(low)).toBe('input_differs')
  })

  test('of findings of one subject: a minute later it must have seen them', async () => {
    const log = logOf(pass, (log) => find(log, 400))
    decide(log, 62)
    expect(await replayed(log)).toBe('input_differs')
  })

  test('of findings in every second of several minutes: it must have seen those before the last minute', async () => {
    const log = logOf(pass)
    const ai_system_id = JSON.parse(log.records.get('ai-systems')![0]!.text).id
    for (let s = 0; s < 240; s++)
      log.append(
        'submitRunEvents',
        { findings: [{ ...FINDING, ai_system_id, id: uuid(`${s}`) }] },
        seconds(s),
      )
    decide(log, 241)
    expect(await replayed(log)).toBe('input_differs')
  })
})

const TOOL = { agent_identity: 'agent', kind: 'tool', tool_name: 'rm' }
const FINDING = { ...TOOL, metric_name: null, model_name: null, model_version: null, profile_id: uuid('p') }
const OPEN =
  'Drift triggers are open: "agent" used tool "rm", which its profile does not document. Assess and resolve each of them.'

// biome-ignore lint/suspicious/noExplicitAny: the tests change whatever is in there
type Json = { [key: string]: any } & { [key: string]: JsonValue }

test('the replay of results that name very many agents skips only whether they measured what was certified', async () => {
  const metrics = ['a', 'b', 'c', 'd', 'e']
  const about = { id: uuid('suite'), ai_system_id: uuid('system'), name: 'release', version: 1 }
  const thresholds = metrics.map((metric_name) => ({
    ...{ metric_name, eval_type: 'bias', operator: 'lte', value: 0 },
  }))
  const wrote = (log: TestLog) => log.append('createSuite', { suites: [{ ...about, thresholds }] })
  const agents = Array.from({ length: 10 }, (_, n) => ({ agent_identity: `${n} ${'x'.repeat(200_000)}` }))
  const submitted = (log: TestLog) => {
    for (const metric_name of metrics) {
      const result = { id: uuid(metric_name), eval_suite_id: about.id, metric_name, eval_type: 'bias' }
      log.append('submitEvaluations', { evaluations: [{ ...result, metric_value: 0, payload: { agents } }] })
    }
  }
  expect(await replayed(logOf(wrote, submitted))).toBe('NOT CHECKED')
  expect(await replayed(logOf(wrote, submitted), {}, { memory: 128 })).toBe('PASS')
})

import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { JsonValue } from '../../../services/kernel/json/canonical-json.ts'
import { appendDecision } from '../support/honest.ts'
import { decisionOf } from '../support/inputs.ts'
import { type EntryOptions, TestLog, uuid } from '../support/log.ts'
import { logOf, replayed } from '../support/replayed.ts'

const VECTORS = readdirSync(new URL('../../vectors/gate/', import.meta.url)).filter((name) =>
  name.endsWith('.json'),
)
/** Snapshots that no log has: with an attestation of other agents or another suite version, one certification with two contents. */
const IMPOSSIBLE = [
  'attestation-missing-new-profile.json',
  'attestation-missing-other-agent-version.json',
  'attestation-missing-other-suite-version.json',
  'certification-of-another-version-is-not-trusted.json',
  'pair-drift-attestation.json',
  'pass-attestation-of-more-agents.json',
  'three-changed-attestation.json',
  'v2-other-suite-is-not-held-against.json',
  'v2-version-drift-of-the-system-first.json',
  'v2-version-drift-of-the-version.json',
]

test.each(VECTORS)(
  '%s: the replay compares the decision with the records that its snapshot follows from',
  async (vector) => {
    const outcome = await replayed(logOf((log) => appendDecision(log, vector.slice(0, -5))))
    expect(outcome).toBe(IMPOSSIBLE.includes(vector) ? 'input_differs' : 'PASS')
  },
)

describe('the replay of a decision’s inputs', () => {
  const vector = 'v2-pass-two-attesters'
  const change = (log: TestLog, type: string, edit: (record: Json) => void, at = 1) => {
    const other = new TestLog()
    log.entries.forEach(({ text, receipts }, index) => {
      const { operation, ...entry } = JSON.parse(text)
      const written = receipts.map((receipt) => {
        const own = log.records.get(receipt.type)!.filter((one) => one.index === index)
        const records = own.map((one) => JSON.parse(one.text))
        if (index === at && receipt.type === type) edit(records.at(-1))
        return [receipt.type, records]
      })
      const { actor, outcome } = entry
      other.append(operation, Object.fromEntries(written), { actor, outcome, at: entry.at })
    })
    return other
  }
  const honest = logOf((log) => appendDecision(log, vector))

  test.each([
    ['the version of the AI system', 'ai-systems', (r: Json) => (r.name = 'Another')],
    ['its attestation roles', 'ai-systems', (r: Json) => r.attestation_roles.push('zz')],
    ['the gate suite of the AI system', 'ai-systems', (r: Json) => (r.gate_suite = 'lax')],
    ['the thresholds of the suite', 'suites', (r: Json) => (r.thresholds[0].value = 0.5)],
    ['a result', 'evaluations', (r: Json) => (r.metric_value = 99)],
    ['what a result is of', 'evaluations', (r: Json) => (r.eval_suite_id = uuid('another suite'))],
    ['the model of a profile', 'agent-profiles', (r: Json) => (r.model_version = 'x')],
    ['the agents of a certification', 'certifications', (r: Json) => (r.agents[0].prompt_version = 'x')],
    ['who certified', 'certifications', (r: Json) => (r.certified_by.id = uuid('x'))],
    ['who attested', 'attestations', (r: Json) => (r.attested_by.id = uuid('x'))],
    ['the role attested', 'attestations', (r: Json) => (r.role = 'zz')],
    ['what is separated', 'organizations', (r: Json) => (r.separation_of_duties.role_wait_hours = 1)],
  ])('refuses one that is in no earlier record: %s', async (_, type, edit) => {
    expect(await replayed(change(honest, type, edit))).toBe('input_differs')
  })

  const hours = (n: number) => ({ at: new Date(Date.UTC(2026, 0, 2, 3 + n)).toISOString() })
  const find = (log: TestLog, how: EntryOptions, id = 'finding') =>
    log.append(
      'submitRunEvents',
      { findings: [{ ...FINDING, ai_system_id: systemOf(log), id: uuid(id) }] },
      how,
    )
  const settle = (log: TestLog, how: EntryOptions) =>
    log.append(
      'resolveTrigger',
      {
        resolutions: [
          { id: uuid('settled'), occurrences: 1, subject_id: uuid('finding'), subject_kind: 'tool' },
        ],
      },
      how,
    )
  const again = (log: TestLog, how: EntryOptions, open: Json[] = []) => {
    const first = JSON.parse(log.records.get('gate-decisions')![0]!.text)
    const record = decisionOf(
      { ...first.snapshot, open_triggers: open },
      outputOf(first, open),
      uuid(`${how.at} ${open.length}`),
    )
    log.append('queryGate', { 'gate-decisions': [record as never] }, how)
  }
  const pass = (log: TestLog) => appendDecision(log, vector)
  const shown = [{ ...TOOL, id: uuid('finding') }]

  test('refuses a decision that omits an open trigger', async () => {
    expect(
      await replayed(
        logOf(
          pass,
          (log) => find(log, hours(1)),
          (log) => again(log, hours(2)),
        ),
      ),
    ).toBe('input_differs')
    expect(
      await replayed(
        logOf(
          pass,
          (log) => find(log, hours(1)),
          (log) => again(log, hours(2), shown),
        ),
      ),
    ).toBe('PASS')
  })

  test('refuses a drift result without a finding that fails the gate suite or says so itself', async () => {
    const system = { id: uuid('system'), name: 's', gate_suite: 'release', attestation_roles: [], version: 1 }
    const threshold = { metric_name: 'psi', eval_type: 'drift', operator: 'lte', value: 0.2 }
    const suite = { id: uuid('suite'), ai_system_id: system.id, name: 'release', version: 1 }
    const outcome = (result: Json, findings: Json[] = [], settings: Json = { separation_of_duties: {} }) => {
      const log = new TestLog()
      log.append('createOrganization', {
        organizations: [{ id: log.organizationId, version: 1, ...settings }],
        'ai-systems': [system],
      })
      log.append('createSuite', { suites: [{ ...suite, thresholds: [threshold] }] })
      log.append('x')
      const about = { ai_system_id: system.id, eval_type: 'drift', metric_name: 'psi', eval_suite_id: null }
      const record = { id: uuid('result'), passed: true, ...about, ...result }
      const found = findings.map((one, n) => ({
        ...FINDING,
        ...about,
        kind: 'drift',
        id: uuid(`f${n}`),
        ...one,
      }))
      log.append('submitEvaluations', { evaluations: [record], ...(found.length > 0 && { findings: found }) })
      return replayed(log)
    }
    expect(await outcome({ metric_value: 0.2 })).toBe('PASS')
    expect(await outcome({ metric_value: 0.3 })).toBe('input_differs')
    expect(await outcome({ metric_value: 0.3 }, [{}])).toBe('PASS')
    expect(await outcome({ metric_value: 0.3 }, [{ metric_name: 'other' }])).toBe('input_differs')
    expect(await outcome({ metric_value: 0.1, passed: false })).toBe('input_differs')
    expect(await outcome({ metric_value: 0.3, metric_name: 'unknown' })).toBe('PASS')
    // A log from before there were settings may have results that were compared with less.
    expect(await outcome({ metric_value: 0.3 }, [], {})).toBe('PASS')
  })

  test('refuses a resolution of more occurrences than the log has', async () => {
    const drift = { ...FINDING, kind: 'drift', metric_name: 'psi', ai_system_id: uuid('system') }
    const found = (log: TestLog) =>
      log.append('submitEvaluations', { findings: [{ ...drift, id: uuid('finding') }] })
    const settled = (occurrences: number) => (log: TestLog) => {
      const about = { id: uuid('settled'), subject_id: uuid('finding'), subject_kind: 'drift' }
      log.append('resolveTrigger', { resolutions: [{ ...about, occurrences }] })
    }
    expect(await replayed(logOf(found, settled(1)))).toBe('PASS')
    expect(await replayed(logOf(found, settled(2)))).toBe('input_differs')
    const again = (log: TestLog) =>
      log.append('submitEvaluations', { findings: [{ ...drift, id: uuid('again') }] })
    expect(await replayed(logOf(found, again, settled(2)))).toBe('PASS')
  })

  test('refuses a trigger that differs from its finding', async () => {
    const other = (change: Json) => (log: TestLog) =>
      find(log, hours(1)) && again(log, hours(2), [{ ...shown[0], ...change }])
    expect(await replayed(logOf(pass, other({})))).toBe('PASS')
    const changes: Json[] = [
      { tool_name: 'ls' },
      { agent_identity: 'another' },
      { kind: 'version', model_name: 'm', model_version: null },
    ]
    for (const change of changes) expect(await replayed(logOf(pass, other(change)))).toBe('input_differs')
  })

  test('refuses a trigger that is shown although it is resolved or not in the log', async () => {
    const settled = logOf(
      pass,
      (log) => find(log, hours(1)),
      (log) => settle(log, hours(2)),
      (log) => again(log, hours(3), shown),
    )
    expect(await replayed(settled)).toBe('input_differs')
    const quiet = logOf(
      pass,
      (log) => find(log, hours(1)),
      (log) => settle(log, hours(2)),
      (log) => again(log, hours(3)),
    )
    expect(await replayed(quiet)).toBe('PASS')
    expect(await replayed(logOf(pass, (log) => again(log, hours(3), shown)))).toBe('input_differs')
  })

  test('requires a trigger that occurred again after it was resolved', async () => {
    const log = logOf(
      pass,
      (l) => find(l, hours(1)),
      (l) => settle(l, hours(2)),
      (l) => find(l, hours(3), 'again'),
      (l) => again(l, hours(4)),
    )
    expect(await replayed(log)).toBe('input_differs')
  })

  test('remarks on an input that came within a minute, as the calls may have overlapped', async () => {
    const soon = (s: number) => ({ at: new Date(Date.UTC(2026, 0, 2, 5, 0, s)).toISOString() })
    expect(
      await replayed(
        logOf(
          pass,
          (log) => find(log, soon(0)),
          (log) => again(log, soon(1)),
        ),
      ),
    ).toBe('PASS, remarked')
    // Not where a decision ten seconds before it has seen the trigger already: a row was deleted.
    const seen = (s: number) =>
      logOf(
        pass,
        (log) => find(log, soon(0)),
        (log) => again(log, soon(1), shown),
        (log) => again(log, soon(s)),
      )
    expect(await replayed(seen(11))).toBe('input_differs')
    // Nor before: the two may be of processes whose clocks are apart, and the second one may have read before the first.
    expect(await replayed(seen(10))).toBe('PASS, remarked')
  })

  test('refuses a result that had been replaced', async () => {
    const result = (log: TestLog) => {
      const [first] = log.records.get('evaluations')!
      log.append(
        'submitEvaluations',
        { evaluations: [{ ...JSON.parse(first!.text), id: uuid('newer') }] },
        hours(1),
      )
    }
    expect(await replayed(logOf(pass, result, (log) => again(log, hours(2))))).toBe('input_differs')
  })
})

const TOOL = { agent_identity: 'agent', kind: 'tool', tool_name: 'rm' }
const FINDING = { ...TOOL, metric_name: null, model_name: null, model_version: null, profile_id: uuid('p') }

function systemOf(log: TestLog): string {
  return JSON.parse(log.records.get('ai-systems')![0]!.text).id
}

/** The decision by the rules for a passed decision with these open triggers. */
function outputOf(passed: Json, open: Json[]): Json {
  if (open.length === 0) return passed
  const items = open.map(({ kind, agent_identity, tool_name, model_name }) =>
    kind === 'tool'
      ? `"${agent_identity}" used tool "${tool_name}", which its profile does not document`
      : `"${agent_identity}" ran model "${model_name}"`,
  )
  const message = `Drift triggers are open: ${items.join('; ')}. Assess and resolve each of them.`
  const code = 'open_drift_trigger'
  return { ...passed, decision: 'block', reasons: [code], reason_details: [{ code, message }] }
}

// biome-ignore lint/suspicious/noExplicitAny: the tests change whatever is in there
type Json = { [key: string]: any } & { [key: string]: JsonValue }

import { afterAll, beforeAll, expect, test } from 'vitest'
import { AgentRunService } from '../../proto/gen/attestry/ingestion/v1/agent_runs_pb.ts'
import { runEventStore } from '../../services/ingestion/store/run-events.ts'
import { PART_BYTES } from '../../services/kernel/lists/part.ts'
import { controlClient } from '../harness/control.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { call } from '../harness/rest.ts'
import { counted } from './counted.ts'

const EVENTS = 120
/** As many bytes as a payload may have, less its names. */
const LONG = 'x'.repeat(32_000)

let at: TestInstallation
let runId: string
beforeAll(async () => {
  at = await bootInstallation()
  const started = { agent_identity: 'a', run_ref: 'r', started_at: '2026-03-01T10:00:00Z' }
  runId = (await created('/agent-runs', started)).data[0].id
  const events = Array.from({ length: EVENTS }, (_, n) => {
    const payload = { n, long: LONG }
    // Sequence numbers need not be consecutive.
    return { seq: 3 * n, event_type: 'approval', occurred_at: '2026-03-01T10:00:00Z', payload }
  })
  await created(`/agent-runs/${runId}/events`, events)
})
afterAll(() => at.stop())

async function created(path: string, body: unknown) {
  const answer = await call(at.baseUrl, `/api/v1${path}`, { key: at.organization.key, body })
  expect(answer.status, answer.text.slice(0, 300)).toBe(201)
  return answer.body
}

test('no answer of the database has much more than a part of the events of a run', async () => {
  const key = { organizationId: at.organization.id, runId }
  const { read, answers } = await counted({ url: at.databaseUrl, service: 'ingestion' }, async (db) => {
    const store = runEventStore(db)
    const seqs: number[] = []
    for (;;) {
      const { rows, isLast } = await store.page(key, 200 - seqs.length, String(seqs.at(-1) ?? -1))
      seqs.push(...rows.map(({ seq }) => Number(seq)))
      if (isLast) return seqs
    }
  })
  expect(read).toEqual(Array.from({ length: EVENTS }, (_, n) => 3 * n))
  expect(answers.length).toBeGreaterThan(3)
  expect(Math.max(...answers)).toBeLessThan(1.2 * (PART_BYTES + LONG.length))
})

test('pages of large events have every event once, in order, and end', async () => {
  const runs = controlClient(at.baseUrl, AgentRunService, at.organization.admin.session)
  const seen: bigint[] = []
  let afterSeq: bigint | undefined
  do {
    const page = await runs.listRunEvents({
      runId,
      limit: 50,
      ...(afterSeq === undefined ? {} : { afterSeq }),
    })
    for (const { event, payload, cut } of page.events) {
      seen.push(event!.seq)
      expect(payload).toBe(`{"long":"${LONG}`.slice(0, 2000))
      expect(cut).toBe(true)
    }
    afterSeq = page.nextAfterSeq
  } while (afterSeq !== undefined)
  expect(seen).toEqual(Array.from({ length: EVENTS }, (_, n) => BigInt(3 * n)))
})

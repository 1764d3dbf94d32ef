import { afterAll, beforeAll, expect, test } from 'vitest'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { call } from '../harness/rest.ts'

let at: TestInstallation
let runId: string
let seq = 0
beforeAll(async () => {
  at = await bootInstallation({ shape: 'split' })
  const run = { agent_identity: 'bulk', run_ref: 'bulk', started_at: '2026-01-02T03:04:05Z' }
  const { body } = await rest('/agent-runs', run)
  runId = body.data[0].id
})
afterAll(() => at.stop())

const rest = (path: string, body?: unknown) =>
  call(at.baseUrl, `/api/v1${path}`, { key: at.organization.key, body })

/** A batch as large as the v1 API lets one be: 500 events, each with a payload of almost 32 KiB. */
const largest = (payload: object) => {
  const events = Array.from({ length: 500 }, () => ({
    seq: seq++,
    event_type: 'approval',
    occurred_at: '2026-01-02T03:04:05Z',
    payload,
  }))
  return rest(`/agent-runs/${runId}/events`, { events })
}

test('three of the largest batches pass between processes at once, and other calls are served meanwhile', async () => {
  const batches = [1, 2, 3].map(() => largest({ text: 'x'.repeat(32_000) }))
  const small = await Promise.all(Array.from({ length: 20 }, () => rest('/agent-runs?limit=1')))
  expect(small.map(({ status }) => status)).toEqual(Array(20).fill(200))
  expect((await Promise.all(batches)).map(({ status }) => status)).toEqual([201, 201, 201])
})

test('the batch that grows most when it is converted to protobuf is accepted', async () => {
  expect((await largest({ n: Array(16_000).fill(1) })).status).toBe(201)
  expect((await rest('/agent-runs?limit=1')).status).toBe(200)
})

test('a payload nested as deep as a body allows is accepted', async () => {
  const nested = (levels: number): object => (levels === 1 ? {} : { a: nested(levels - 1) })
  const event = { seq: seq++, event_type: 'approval', occurred_at: '2026-01-02T03:04:05Z' }
  const answer = await rest(`/agent-runs/${runId}/events`, { ...event, payload: nested(63) })
  expect(answer.status).toBe(201)
})

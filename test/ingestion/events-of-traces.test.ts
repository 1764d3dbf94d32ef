import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { spanStore } from '../../services/ingestion/store/spans.ts'
import { type Database, openDatabase } from '../../services/kernel/database/database.ts'
import { silentLog } from '../../services/kernel/logging/log.ts'
import { sql } from '../harness/database.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'

/** The events that tools of settled spans are looked for in: those of all traces of a run at once, and a bounded number of bytes. */
let at: TestInstallation
let db: Database
beforeAll(async () => {
  at = await bootInstallation()
  db = await openDatabase({ url: at.databaseUrl, service: 'ingestion', entities: [], log: silentLog })
})
afterAll(async () => {
  await db?.close()
  await at?.stop()
})

const hex = (bytes: number) => randomBytes(bytes).toString('hex')

/** `count` events of a run with a tool, whose payloads have so many bytes more. */
async function put(runId: string, first: number, count: number, event: { trace?: string; bytes?: number }) {
  const { trace = hex(16), bytes = 0 } = event
  await sql(
    at.databaseUrl,
    `insert into ingestion.agent_events (org_id, run_id, seq, id, entry_id, position, record)
      select $1, $2, g, gen_random_uuid(), gen_random_uuid(), 0, format(
        '{"payload":{"span_id":"%s","trace_id":"%s","x":"%s"},"tool_name":"t"}', g, $5::text, repeat('x', $6::int))
      from generate_series($3::int, $3::int + $4::int - 1) g`,
    [at.organization.id, runId, first, count, trace, bytes],
  )
}

test('eventsOf reads the events of several traces, and of no other', async () => {
  const [run, one, two] = [randomUUID(), hex(16), hex(16)]
  await put(run, 1, 2, { trace: one })
  await put(run, 3, 1, { trace: two })
  await put(run, 4, 1, {})
  const found = await spanStore(db).eventsOf(at.organization.id, run, [one, two])
  expect(found.map(({ traceId, spanId }) => [traceId, spanId]).sort()).toEqual(
    [
      [one, '1'],
      [one, '2'],
      [two, '3'],
    ].sort(),
  )
})

test('eventsOf reads at most 32 MiB of events, the newest', async () => {
  const [run, trace] = [randomUUID(), hex(16)]
  await put(run, 1, 1, { trace })
  await put(run, 2, 1000, { bytes: 32_000 })
  const { eventsOf } = spanStore(db)
  expect(await eventsOf(at.organization.id, run, [trace])).toHaveLength(1)
  await put(run, 1002, 100, { bytes: 32_000 })
  await put(run, 2000, 1, { trace })
  const left = await eventsOf(at.organization.id, run, [trace])
  expect(left.map(({ spanId }) => spanId)).toEqual(['2000'])
})

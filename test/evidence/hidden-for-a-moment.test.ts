import { afterAll, beforeAll, expect, test } from 'vitest'
import { sha256Hex } from '../../services/kernel/crypto/digest.ts'
import { connected, sql, waitingForLocks } from '../harness/database.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { call } from '../harness/rest.ts'
import { behindTriggers } from '../log/support.ts'
import { oneApprover } from './support/one-approver.ts'

/*
 * Somebody who can write to the database hides there what has just come, asks the gate or has a decision signed at once, and puts it back. No
 * decision has seen it, and no minute is between them: the call names how long the log was.
 */

let at: TestInstallation
beforeAll(async () => {
  at = await bootInstallation()
})
afterAll(() => at.stop())

/** A system that passes. */
async function stage() {
  const { id, key, approver, scene, found } = await oneApprover(at)
  await scene.certify(approver)
  const ask = async () => {
    const { body } = await call(at.baseUrl, `/api/v1/gate-status/${scene.aiSystemId}`, { key })
    return { id: body.decision_id as string, decision: body.decision as string }
  }
  return { id, key, scene, ask, found, logged: () => logged(id) }
}

/** Every committed entry has its leaf. */
const logged = (id: string) =>
  expect.poll(() => sql(at.databaseUrl, 'select from ledger.queue where org_id = $1', [id])).toEqual([])

test('verify.mjs finds a pass made while an unseen trigger was hidden in the database', async () => {
  const { id, key, scene, ask, found } = await stage()
  const run = { agent_identity: scene.agentIdentity, run_ref: 'r', started_at: '2026-01-02T03:04:05Z' }
  const { body } = await call(at.baseUrl, '/api/v1/agent-runs', { key, body: run })
  const event = { seq: 0, event_type: 'tool_call', tool_name: 'wipe', occurred_at: '2026-01-02T03:04:05Z' }
  await call(at.baseUrl, `/api/v1/agent-runs/${body.data[0].id}/events`, {
    key,
    body: [{ ...event, payload: {} }],
  })
  await logged(id)
  const settled = (occurrences: string) =>
    sql(
      at.databaseUrl,
      `update ingestion.finding_subjects set occurrences = ${occurrences} where org_id = $1`,
      [id],
    )
  await settled('occurrences - 1')
  expect((await ask()).decision).toBe('pass')
  await settled('occurrences + 1')
  expect((await ask()).decision).toBe('block')
  expect(await found()).toEqual([expect.stringMatching('^input_differs: .*open_triggers')])
})

test('verify.mjs finds a pass made while a failing result was hidden in the database', async () => {
  const { id, scene, ask, found } = await stage()
  const [good] = await newest(id)
  await scene.result(0.9)
  await logged(id)
  const [bad] = await newest(id)
  await show(id, good!)
  expect((await ask()).decision).toBe('pass')
  await show(id, bad!)
  expect((await ask()).decision).toBe('block')
  expect(await found()).toEqual([expect.stringMatching('^input_differs: .*result of asr')])
})

test('verify.mjs finds an earlier pass signed for an artifact while the newer block was hidden in the database', async () => {
  const { id, key, scene, ask, found } = await stage()
  const passed = await ask()
  await scene.result(0.9)
  const blocked = await ask()
  await logged(id)
  const other = '00000000-0000-7000-8000-000000000000'
  const of = (from: string, to: string) =>
    behindTriggers(
      at.databaseUrl,
      'gate.decisions',
      'update gate.decisions set record = replace(record, $2, $3) where id = $1',
      [blocked.id, from, to],
    )
  await of(scene.aiSystemId, other)
  const query = `predicate=vsa&format=dsse&subject_sha256=${sha256Hex('x')}`
  const signed = await call(at.baseUrl, `/api/v1/gate-decisions/${passed.id}/attestation?${query}`, { key })
  await of(other, scene.aiSystemId)
  expect(signed.status).toBe(200)
  expect(await found()).toEqual([expect.stringMatching('^input_differs: .*was not the newest one')])
})

test('a package verifies whether or not decisions saw calls that waited for their leaf', async () => {
  const { id, scene, ask, found } = await stage()
  const before = await entriesOf(id)
  const answers = await connected(at.databaseUrl, async (run) => {
    await run('begin')
    await expect
      .poll(
        async () => (await run<{ held: boolean }>('select pg_try_advisory_xact_lock(7244010) as held'))[0],
      )
      .toEqual({ held: true })
    await scene.result(0.9)
    const blocked = await ask()
    await scene.result(0.01)
    const passed = await ask()
    await run('rollback')
    return [blocked, passed]
  })
  expect(answers.map(({ decision }) => decision)).toEqual(['block', 'pass'])
  await logged(id)
  const sizes = await sql<{ index: string; size: string }>(
    at.databaseUrl,
    `select l.index, e.entry::json #>> '{details,log_size}' as size
     from ledger.entries e join ledger.leaves l on l.org_id = e.org_id and l.entry_id = e.id
     where e.org_id = $1 and e.entry::json ->> 'operation' = 'queryGate' order by l.index`,
    [id],
  )
  expect(sizes.map(({ size }) => Number(size) <= before)).toEqual([true, true])
  expect(await found()).toEqual([])
})

test('of two simultaneous results for one measure, the later one in the log counts', async () => {
  const { id, scene, found } = await stage()
  const waiting = await waitingForLocks(at.databaseUrl)
  const last = await connected(at.databaseUrl, async (run) => {
    await run('begin')
    await expect
      .poll(
        async () => (await run<{ held: boolean }>('select pg_try_advisory_xact_lock(7244010) as held'))[0],
      )
      .toEqual({ held: true })
    await run('select from ingestion.newest_results where org_id = $1 for update', [id])
    const first = scene.result(0.02)
    await expect.poll(() => waitingForLocks(at.databaseUrl)).toBe(waiting + 1)
    // One that is tied to nothing waits for nothing, and has its place in the queue before the one that waits.
    const untied = await scene.result(0.03, { eval_suite: undefined })
    await run('rollback')
    await first
    return untied.body.data[0].id as string
  })
  await logged(id)
  const results = await sql<{ id: string }>(
    at.databaseUrl,
    `select v.id from ingestion.evaluations v join ledger.leaves l on l.org_id = v.org_id and l.entry_id = v.entry_id
     where v.org_id = $1 order by l.index`,
    [id],
  )
  const [newestResult] = await newest(id)
  expect(results.map((one) => one.id).slice(-2)).toEqual([last, newestResult!.evaluation_id])
  expect(await found()).toEqual([])
})

type Newest = { evaluation_id: string; metric_value: number; record_hash: Buffer; payload_hash: string }

const newest = (id: string) =>
  sql<Newest>(
    at.databaseUrl,
    'select evaluation_id, metric_value, record_hash, payload_hash from ingestion.newest_results where org_id = $1',
    [id],
  )

const show = (id: string, one: Newest) =>
  sql(
    at.databaseUrl,
    `update ingestion.newest_results set evaluation_id = $2, metric_value = $3, record_hash = $4, payload_hash = $5
     where org_id = $1`,
    [id, one.evaluation_id, one.metric_value, one.record_hash, one.payload_hash],
  )

async function entriesOf(id: string): Promise<number> {
  const [row] = await sql<{ n: number }>(
    at.databaseUrl,
    'select count(*)::int as n from ledger.entries where org_id = $1',
    [id],
  )
  return row!.n
}

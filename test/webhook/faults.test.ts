import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { cloneDatabase, sql } from '../harness/database.ts'
import type { TestInstallation } from '../harness/installation.ts'
import { bootWebhook } from './support/boot.ts'
import { type Cuttable, cuttable } from './support/cuttable.ts'
import type { Administration, TestEndpoint } from './support/endpoint.ts'
import { countsOf, entriesOf } from './support/evidence.ts'
import { nowSeconds, send } from './support/send.ts'

let at: TestInstallation
let admin: Administration
let endpoint: TestEndpoint
let way: Cuttable
let directUrl: string
beforeAll(async () => {
  directUrl = await cloneDatabase(inject('clusterUrl'))
  way = await cuttable(directUrl)
  ;({ at, admin } = await bootWebhook({ databaseUrl: way.url }))
  endpoint = await admin.make()
})
afterAll(async () => {
  await at.stop()
  await way.close()
})

const counts = () => countsOf(directUrl, at.organization.id)

test('without the database, a delivery answers 500 with Retry-After, and its retry opens exactly one incident', async () => {
  const before = await counts()
  const body = '{"title":"gone","external_id":"gone"}'
  const t = nowSeconds()
  way.cut()
  const down = await send(at.baseUrl, endpoint, body, { t })
  expect(down.status).toBe(500)
  expect(down.body.error).toEqual({ code: 'internal_error', message: 'internal error' })
  expect(Number(down.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  expect(down.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  way.restore()
  expect((await send(at.baseUrl, endpoint, body, { t })).status).toBe(201)
  expect((await send(at.baseUrl, endpoint, body, { t })).status).toBe(200)
  expect((await counts()).incidents - before.incidents).toBe(1)
})

/** Holds deliveries back in the middle of their statement, and tells when one waits. */
async function holdBack() {
  const blocker = new pg.Client({ connectionString: directUrl })
  await blocker.connect()
  await blocker.query('begin; lock table ledger.events_seen in access exclusive mode')
  const waiting = "select pid from pg_locks where relation = 'ledger.events_seen'::regclass and not granted"
  return {
    reached: () => expect.poll(async () => (await sql(directUrl, waiting)).length).toBe(1),
    kill: () => sql(directUrl, waiting.replace('select pid', 'select pg_terminate_backend(pid)')),
    release: async () => {
      await blocker.query('rollback')
      await blocker.end()
    },
  }
}

test('a connection cut in mid-write answers 500 with nothing half written, and the retry opens one incident', async () => {
  const before = await counts()
  const body = '{"title":"cut","external_id":"cut"}'
  const held = await holdBack()
  const sending = send(at.baseUrl, endpoint, body)
  await held.reached()
  await held.kill()
  const cut = await sending
  await held.release()
  expect(cut.status).toBe(500)
  expect(cut.body.error.code).toBe('internal_error')
  expect(Number(cut.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  expect(await counts()).toEqual({ ...before, entries: before.entries + 1 })
  const entries = await entriesOf(directUrl, cut.headers.get('x-request-id'))
  expect(entries).toHaveLength(1)
  expect(entries[0]).toMatchObject({ outcome: 'failed', code: 'internal_error', receipts: [] })
  expect((await send(at.baseUrl, endpoint, body)).status).toBe(201)
  expect((await counts()).incidents - before.incidents).toBe(1)
  const { deliveries } = await admin.rejected(endpoint.id)
  expect(deliveries[0]).toMatchObject({ status: 500, code: 'internal_error', signed: true })
})

test('a lost answer of the database gives 500 with an entry that says it was written, and the retry is a replay', async () => {
  const before = await counts()
  const body = '{"title":"lost","external_id":"lost"}'
  const held = await holdBack()
  const sending = send(at.baseUrl, endpoint, body)
  await held.reached()
  way.loseAnswers()
  await held.release()
  await expect.poll(async () => (await counts()).incidents).toBe(before.incidents + 1)
  way.restore()
  const lost = await sending
  expect(lost.status).toBe(500)
  const entries = await entriesOf(directUrl, lost.headers.get('x-request-id'))
  expect(entries).toHaveLength(1)
  expect(entries[0]).toMatchObject({
    outcome: 'ok',
    receipts: [{ type: 'incidents' }, { type: 'webhook-deliveries' }],
  })
  expect((await send(at.baseUrl, endpoint, body)).text).toBe('{"received":true,"replay":true}')
  expect((await counts()).incidents - before.incidents).toBe(1)
})

test('a delivery that the database refuses fails alone, not those that share its statement', async () => {
  await sql(
    directUrl,
    "alter table ledger.incidents add constraint test_refusal check (record not like '%refuse this one%') not valid",
  )
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      send(
        at.baseUrl,
        endpoint,
        `{"title":"${n === 7 ? 'refuse this one' : 'fine'}","external_id":"alone ${n}"}`,
      ),
    ),
  )
  await sql(directUrl, 'alter table ledger.incidents drop constraint test_refusal')
  expect(answers.map(({ status }) => status)).toEqual(answers.map((_, n) => (n === 7 ? 500 : 201)))
})

test('large deliveries are written one at a time, and none that waits is lost', async () => {
  const before = await counts()
  const large = (n: number) => ({ title: `large ${n}`, external_id: `large ${n}`, more: 'x'.repeat(70_000) })
  const held = await holdBack()
  const first = send(at.baseUrl, endpoint, large(0))
  await held.reached()
  const rest = Array.from({ length: 23 }, (_, n) => send(at.baseUrl, endpoint, large(n + 1)))
  const answered = new Set<number>()
  for (const sending of rest) void sending.then(({ status }) => answered.add(status))
  await expect.poll(() => [...answered]).toEqual([429])
  expect((await send(at.baseUrl, endpoint, { ...large(0), more: '' }, { format: 'nothing' })).status).toBe(
    400,
  )
  await held.release()
  const answers = await Promise.all([first, ...rest])
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused.length).toBe(3)
  for (const { headers } of refused) {
    expect(Number(headers.get('retry-after'))).toBe(5)
    expect(Number(headers.get('x-ratelimit-limit'))).toBeGreaterThan(0)
  }
  expect(answers.filter(({ status }) => status === 201).length).toBe(21)
  expect((await counts()).incidents - before.incidents).toBe(21)
})

import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Database, openDatabase } from '../../services/kernel/database/database.ts'
import { Reason } from '../../services/kernel/errors/errors.ts'
import { silentLog } from '../../services/kernel/logging/log.ts'
import { deliveryStore } from '../../services/ledger/store/deliveries/index.ts'
import { expireSessions } from '../../services/ledger/store/directory.ts'
import { SOON } from '../exhaustion/support/sockets.ts'
import { cloneDatabase, sql, waitingForLocks } from '../harness/database.ts'

const OLD = 12_000
const FILL = `insert into ledger.events_seen (org_id, endpoint_id, key, incident_id, body_sha256, first_at, seconds)
  select uuidv7(), uuidv7(), sha256(n::text::bytea), uuidv7(), sha256('body'), now() - $1::interval, 0
  from generate_series(1, $2::int) n`
const COUNT = 'select count(*)::int as n from ledger.events_seen'

let url: string
let holder: pg.Client
beforeAll(async () => {
  url = await cloneDatabase(inject('clusterUrl'))
  holder = new pg.Client({ connectionString: url })
  await holder.connect()
})
afterAll(() => holder.end())

async function openLedger(statementTimeoutMs: number): Promise<Database> {
  return openDatabase({ url, service: 'ledger', entities: [], statementTimeoutMs, log: silentLog })
}

test('old webhook events are deleted in portions, and a locked one holds up only its own', async () => {
  await sql(url, FILL, ['89 days', 5])
  await sql(url, FILL, ['91 days', OLD])
  await holder.query('begin')
  await holder.query('select from ledger.events_seen order by ctid desc limit 1 for update')
  const impatient = await openLedger(2000)
  await expect(deliveryStore(impatient).expire()).rejects.toMatchObject({ reason: Reason.UNAVAILABLE })
  expect((await sql<{ n: number }>(url, COUNT))[0]!.n).toBeLessThan(OLD / 2)
  await holder.query('rollback')
  await deliveryStore(impatient).expire()
  expect(await sql(url, COUNT)).toEqual([{ n: 5 }])
  await impatient.close()
})

test('a deletion that is cancelled ends after its portion', async () => {
  await sql(url, FILL, ['91 days', OLD])
  const ledger = await openLedger(15_000)
  const store = deliveryStore(ledger)
  await store.expire(AbortSignal.abort())
  expect(await sql(url, COUNT)).toEqual([{ n: OLD - 10_000 + 5 }])
  await store.expire()
  expect(await sql(url, COUNT)).toEqual([{ n: 5 }])
  await ledger.close()
})

test('an old event that comes again while it is being deleted is kept', async () => {
  await sql(url, FILL, ['91 days', 1])
  await holder.query('begin')
  await holder.query(
    "update ledger.events_seen set first_at = now() where first_at < now() - interval '90 days'",
  )
  const ledger = await openLedger(15_000)
  const deleting = deliveryStore(ledger).expire()
  await expect.poll(() => waitingForLocks(url), SOON).toBe(1)
  await holder.query('commit')
  await deleting
  expect(await sql(url, COUNT)).toEqual([{ n: 6 }])
  await ledger.close()
})

test('ended sessions are deleted in portions, and one that a call holds holds up no other', async () => {
  const opened = `insert into ledger.sessions (token_hash, id, org_id, user_id, expires_at, last_seen_at)
    select sha256(($1 || n)::bytea), uuidv7(), uuidv7(), uuidv7(), now() + interval '1 hour', now() - $1::interval
    from generate_series(1, $2::int) n`
  await sql(url, opened, ['0 minutes', 5])
  await sql(url, opened, ['61 minutes', OLD])
  const left = async () =>
    (await sql<{ n: number }>(url, 'select count(*)::int as n from ledger.sessions'))[0]!.n
  await holder.query('begin')
  await holder.query('select from ledger.sessions order by ctid desc limit 1 for update')
  const impatient = await openLedger(2000)
  await expireSessions(impatient, AbortSignal.abort())
  expect(await left()).toBe(OLD - 10_000 + 5)
  await expireSessions(impatient)
  expect(await left()).toBe(6)
  await holder.query('rollback')
  await expireSessions(impatient)
  expect(await left()).toBe(5)
  await impatient.close()
})

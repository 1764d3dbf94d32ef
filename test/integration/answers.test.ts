import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Database, openDatabase } from '../../services/kernel/database/database.ts'
import { Reason } from '../../services/kernel/errors/errors.ts'
import { silentLog } from '../../services/kernel/logging/log.ts'
import { mintId } from '../../services/kernel/values/ids.ts'
import { expireAnswers } from '../../services/ledger/store/answers.ts'
import { refusalOf, roleOf, SCHEMAS } from '../append-only/support/catalog.ts'
import { cloneDatabase, connected, sql } from '../harness/database.ts'

const ORG = mintId(new Date())
const STORE = 'select ledger.store_logged_answer($1, $2, $3, $4, $5)'

let url: string
let ledger: Database
const connections: pg.Client[] = []
beforeAll(async () => {
  url = await cloneDatabase(inject('clusterUrl'))
  ledger = await openDatabase({ url, service: 'ledger', entities: [], log: silentLog })
})
afterAll(async () => {
  for (const connection of connections) await connection.end()
  await ledger.close()
})

test('idempotency records can be read only by their key, and only by services that store them', async () => {
  const refused = (role: string, text: string) => connected(url, (run) => refusalOf(run, role, text))
  for (const schema of SCHEMAS) {
    for (const column of ['answer', 'key_hash', 'request_hash', 'entry_id', '*']) {
      const refusal = await refused(roleOf(schema), `select ${column} from ledger.answers`)
      expect(refusal?.code, `${column} by ${schema}`).toBe('42501')
    }
    const keeps = schema === 'ledger' || schema === 'ingestion'
    for (const call of [
      `look_up_answer('${ORG}', '')`,
      `store_answer('${ORG}', '', '', '${ORG}', '')`,
      `store_logged_answer('${ORG}', '', '', '${ORG}', '')`,
    ]) {
      const refusal = await refused(roleOf(schema), `select ledger.${call}`)
      expect(refusal?.code === '42501', `${call} by ${schema}`).toBe(!keeps)
    }
  }
})

test('a second call with an idempotency key waits for the first, and runs only if that one rolls back', async () => {
  for (const [ending, refused] of [
    ['commit', true],
    ['rollback', false],
  ] as const) {
    const [first, second] = [await connect(), await connect()]
    const key = randomBytes(32)
    await first.query('begin')
    await first.query(STORE, row(key))
    const waiting = second.query(STORE, row(key)).then(
      () => undefined,
      ({ code }) => code,
    )
    await expect.poll(() => isWaiting(second)).toBe(true)
    await first.query(ending)
    expect(await waiting).toBe(refused ? 'P0902' : undefined)
  }
})

test('idempotency records expire after 24 hours, not before', async () => {
  const [old, young] = [randomBytes(32), randomBytes(32)]
  for (const key of [old, young]) await sql(url, STORE, row(key))
  for (const [key, age] of [
    [old, '24 hours 1 second'],
    [young, '23 hours 59 minutes'],
  ] as const)
    await sql(url, 'update ledger.answers set created_at = now() - $2::interval where key_hash = $1', [
      key,
      age,
    ])
  await expireAnswers(ledger)
  const left = await sql(url, 'select key_hash from ledger.answers where key_hash = any ($1)', [[old, young]])
  expect(left).toEqual([{ key_hash: young }])
})

test('expired idempotency records are deleted in portions, and a locked one holds up no older one', async () => {
  const [older, old] = [randomBytes(32), randomBytes(32)]
  for (const [key, age] of [
    [older, '40 hours'],
    [old, '30 hours'],
  ] as const) {
    await sql(url, STORE, row(key))
    await sql(url, 'update ledger.answers set created_at = now() - $2::interval where key_hash = $1', [
      key,
      age,
    ])
  }
  const holder = new pg.Client({ connectionString: url })
  connections.push(holder)
  await holder.connect()
  await holder.query('begin')
  await holder.query('select from ledger.answers where key_hash = $1 for update', [old])
  const impatient = await openDatabase({
    url,
    service: 'ledger',
    entities: [],
    statementTimeoutMs: 500,
    log: silentLog,
  })
  await expect(expireAnswers(impatient)).rejects.toMatchObject({ reason: Reason.UNAVAILABLE })
  const left = 'select key_hash from ledger.answers where key_hash = any ($1)'
  expect(await sql(url, left, [[older, old]])).toEqual([{ key_hash: old }])
  await holder.query('rollback')
  await expireAnswers(impatient)
  expect(await sql(url, left, [[older, old]])).toEqual([])
  await impatient.close()
})

async function connect(): Promise<pg.Client> {
  const connection = new pg.Client({ connectionString: url })
  await connection.connect()
  connections.push(connection)
  await connection.query('set role attestry_ingestion')
  return connection
}

async function isWaiting({ processID }: pg.Client & { processID?: number }): Promise<boolean> {
  const [row] = await sql<{ waits: boolean }>(
    url,
    `select wait_event_type = 'Lock' as waits from pg_stat_activity where pid = $1`,
    [processID],
  )
  return row?.waits === true
}

const row = (key: Buffer) => [ORG, key, randomBytes(32), mintId(new Date()), Buffer.from('answer')]

import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exported, outcome } from '../evidence/support/export.ts'
import { temporaryDirectory } from '../harness/command.ts'
import { sql } from '../harness/database.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import type { TestOrganization } from '../harness/organization.ts'
import { makeAuthority, serveAuthority } from '../harness/timestamp-authority.ts'
import { behindTriggers, until, verifyAs } from './support.ts'

const TABLE = 'ledger.checkpoint_statements'
let directory: Awaited<ReturnType<typeof temporaryDirectory>>
let authority: ReturnType<typeof makeAuthority>
let served: Awaited<ReturnType<typeof serveAuthority>>
let at: TestInstallation
let env: NodeJS.ProcessEnv
beforeAll(async () => {
  directory = await temporaryDirectory()
  authority = makeAuthority(join(directory.path, 'tsa'))
  served = await serveAuthority({ reply: authority.reply })
  env = {
    ATTESTRY_TIMESTAMP_AUTHORITIES: `${served.url} ${authority.root}`,
    ATTESTRY_CHECKPOINT_SECONDS: '1',
  }
  at = await bootInstallation({ env })
})
afterAll(async () => {
  await at?.stop()
  await served?.stop()
  await directory?.remove()
})

const call = () =>
  fetch(`${at.baseUrl}/api/v1/incidents`, { headers: { authorization: `Bearer ${at.organization.key}` } })
const stamps = () =>
  sql<{ size: string; statement: string }>(
    at.databaseUrl,
    `select size, statement from ${TABLE} where org_id = $1 order by size`,
    [at.organization.id],
  )
/** The statements that the entries of the log name, and their leaves. */
const recorded = () =>
  sql<{ index: string; size: string }>(
    at.databaseUrl,
    `select l.index, jsonb_array_elements(e.entry::jsonb #> '{details,statements}') ->> 'size' as size
     from ledger.leaves l join ledger.entries e on e.org_id = l.org_id and e.id = l.entry_id
     where l.org_id = $1 and e.entry::jsonb ->> 'operation' = 'recordStatements' order by l.index`,
    [at.organization.id],
  )
/** Calls until the log names so many statements more. */
const untilRecorded = async (more: number) => {
  const enough = (await recorded()).length + more
  await until(async () => {
    await call()
    return (await recorded()).length >= enough
  })
}
const found = async () =>
  (await verifyAs(at, at.organization.admin.session)).problems.map(({ code, table, row, field }) => ({
    ...{ code, table, row, field },
  }))
const missing = (size: string) => [
  { code: 'state_differs', table: TABLE, row: expect.stringContaining(`size=${size} `), field: 'statement' },
]

test('a time-stamp is recorded in the log with the next entries; a deleted or changed one is then found', async () => {
  await untilRecorded(2)
  expect(await found()).toEqual([])
  const [oldest] = await recorded()
  const { size } = oldest!
  const [row] = (await stamps()).filter((one) => one.size === size)
  const where = 'where org_id = $1 and size = $2'
  const keys = [at.organization.id, size]
  await behindTriggers(
    at.databaseUrl,
    TABLE,
    `create table public.kept as select * from ${TABLE} where org_id = '${at.organization.id}' and size = ${size}`,
    [],
  )
  await behindTriggers(at.databaseUrl, TABLE, `delete from ${TABLE} ${where}`, keys)
  expect(await found()).toEqual(missing(size))
  // The genuine stamp of another checkpoint is not this one.
  const other = (await stamps()).find((one) => one.size !== size)!
  await behindTriggers(at.databaseUrl, TABLE, `insert into ${TABLE} select * from public.kept`, [])
  await behindTriggers(at.databaseUrl, TABLE, `update ${TABLE} set statement = $3 ${where}`, [
    ...keys,
    other.statement,
  ])
  expect(await found()).toEqual(expect.arrayContaining(missing(size)))
  await behindTriggers(at.databaseUrl, TABLE, `update ${TABLE} set statement = $3 ${where}`, [
    ...keys,
    row!.statement,
  ])
  await sql(at.databaseUrl, 'drop table public.kept')
  expect(await found()).toEqual([])
})

test('recording statements does not make a log grow on its own, and a restart records none twice', async () => {
  await at.stop()
  at = {
    ...(await bootInstallation({ databaseUrl: at.databaseUrl, env: { ...at.env, ...env } })),
    organization: at.organization,
  }
  await untilRecorded(2)
  const named = await recorded()
  expect(new Set(named.map(({ size }) => size)).size).toBe(named.length)
  const leaves = [...new Set(named.map(({ index }) => Number(index)))]
  expect(leaves.filter((leaf) => leaves.includes(leaf + 1))).toEqual([])
  expect(await outcome(await exported(at, at.organization.admin.session))).toBe('verified')
  expect(await found()).toEqual([])
})

test('a log in which statements cannot be recorded does not keep other logs from recording theirs', async () => {
  const [failing, other] = [at.organization, await at.another()].sort((a, b) => (a.id < b.id ? -1 : 1))
  const table = 'alter table ledger.entries'
  const named = async (id: string) => {
    const [row] = await sql<{ n: number }>(
      at.databaseUrl,
      `select count(*)::int as n from ledger.entries where org_id = $1 and entry::jsonb ->> 'operation' = 'recordStatements'`,
      [id],
    )
    return row!.n
  }
  const asks = ({ key }: TestOrganization) =>
    fetch(`${at.baseUrl}/api/v1/incidents`, { headers: { authorization: `Bearer ${key}` } })
  await sql(
    at.databaseUrl,
    `${table} add constraint refuses check (org_id <> '${failing!.id}' or strpos(entry, '"operation":"recordStatements"') = 0) not valid`,
  )
  const before = await named(failing!.id)
  try {
    const enough = (await named(other!.id)) + 2
    await until(async () => {
      await Promise.all([asks(failing!), asks(other!)])
      return (await named(other!.id)) >= enough
    })
    expect(await named(failing!.id)).toBe(before)
  } finally {
    await sql(at.databaseUrl, `${table} drop constraint refuses`)
  }
  await until(async () => {
    await asks(failing!)
    return (await named(failing!.id)) > before
  })
})

import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { prepareSql, roleOf } from '../../services/kernel/database/prepare.ts'
import { SERVICE_NAMES } from '../../services/kernel/identity/access.ts'
import { type LocalPostgres, startLocalPostgres } from '../../services/local/postgres/local-postgres.ts'
import { temporaryDirectory } from '../harness/command.ts'
import { sql } from '../harness/database.ts'

let directory: Awaited<ReturnType<typeof temporaryDirectory>>
let another: LocalPostgres
beforeAll(async () => {
  directory = await temporaryDirectory()
  another = await startLocalPostgres({ dataDir: directory.path, log: () => {}, durability: 'none' })
})
afterAll(async () => {
  await another.stop()
  await directory.remove()
})

const roles = (url: string) =>
  sql<{ rolname: string }>(url, `select rolname from pg_roles where rolname like 'attestry\\_%' order by 1`)

test('a database restored into another cluster gets the database roles that its dump lacks', async () => {
  const [refuse] = await sql<{ text: string }>(
    inject('clusterUrl').replace(/postgres$/, 'template_attestry'),
    `select pg_get_functiondef('attestry.refuse_change'::regproc) as text`,
  )
  await sql(another.url, `create schema attestry; ${refuse!.text}`)
  expect(await roles(another.url)).toEqual([])
  await sql(another.url, prepareSql())
  await sql(another.url, prepareSql())
  expect(await roles(another.url)).toEqual(
    SERVICE_NAMES.map((name) => ({ rolname: roleOf(name) })).sort(byName),
  )
})

const byName = (a: { rolname: string }, b: { rolname: string }) => (a.rolname < b.rolname ? -1 : 1)

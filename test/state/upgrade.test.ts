import { readFileSync } from 'node:fs'
import { createClient } from '@connectrpc/connect'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { MIGRATIONS } from '../../gateway/cli/process/migrations.ts'
import { WebhookService } from '../../proto/gen/attestry/ingestion/v1/webhooks_pb.ts'
import { KeyService } from '../../proto/gen/attestry/ledger/v1/keys_pb.ts'
import { OrganizationService } from '../../proto/gen/attestry/ledger/v1/organizations_pb.ts'
import { UserService } from '../../proto/gen/attestry/ledger/v1/users_pb.ts'
import { systemClock } from '../../services/kernel/clock.ts'
import { definitionsOf } from '../../services/kernel/database/definitions/differences.ts'
import { migrate } from '../../services/kernel/database/migrate.ts'
import { as, operatorCaller } from '../../services/kernel/identity/caller.ts'
import { exported, verify } from '../evidence/support/export.ts'
import { changed, personAt } from '../gate/people.ts'
import { controlClient } from '../harness/control.ts'
import { connected, createDatabase, sql } from '../harness/database.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { behindTriggers } from '../log/support.ts'
import { problemsOf } from './support/verification.ts'

/*
 * The rows of an installation as an earlier version wrote them (its migrations are named), before incidents were worked on and before
 * credentials and sessions were recorded. It has several people, keys and service clients in one log.
 */
type Older = {
  migrations: { [service: string]: string[] }
  sequences: { [name: string]: number }
  rows: { [table: string]: object[] }
}
const older: Older = JSON.parse(readFileSync(new URL('older/installation.json', import.meta.url), 'utf8'))
const organizations = older.rows['ledger.organizations'] as { id: string }[]

let url: string
let at: TestInstallation
beforeAll(async () => {
  url = await createDatabase(inject('clusterUrl'), `upgraded_${process.pid}`)
  await migrate(
    url,
    MIGRATIONS.map(({ service, migrations }) => ({
      service,
      migrations: migrations.filter(({ name }) => older.migrations[service]!.includes(name)),
    })),
  )
  for (const [table, rows] of Object.entries(older.rows)) await fill(table, rows)
  for (const [name, last] of Object.entries(older.sequences))
    await sql(url, 'select setval($1, $2)', [name, last])
  await keepAnswers()
  await migrate(url, MIGRATIONS)
  at = await bootInstallation({ databaseUrl: url })
})
afterAll(() => at?.stop())

/** Answers that were kept for retries a moment ago, of calls whose entries say nothing of them. */
async function keepAnswers(): Promise<void> {
  await sql(
    url,
    `insert into ledger.answers (org_id, key_hash, request_hash, entry_id, answer)
       select org_id, sha256(id::text::bytea), sha256('r'), id, 'answer' from ledger.entries`,
  )
}

/** Writes rows as they were, and sets the numbers of the table to continue after them. */
async function fill(table: string, rows: object[]): Promise<void> {
  const columns = Object.keys(rows[0]!).map((column) => `"${column}"`)
  await sql(
    url,
    `insert into ${table} (${columns}) overriding system value
       select ${columns} from json_populate_recordset(null::${table}, $1)`,
    [JSON.stringify(rows)],
  )
  const identities = await sql<{ column: string }>(
    url,
    `select attname as "column" from pg_attribute where attrelid = $1::regclass and attidentity <> ''`,
    [table],
  )
  for (const { column } of identities)
    await sql(url, `select setval(pg_get_serial_sequence($1, $2), (select max("${column}") from ${table}))`, [
      table,
      column,
    ])
}

test('the fixture of an earlier version has several rows of each kind that a start records as found', () => {
  for (const table of ['ledger.users', 'ledger.api_keys', 'ledger.service_clients', 'ledger.sessions'])
    expect(older.rows[table]!.length, table).toBeGreaterThan(1)
  const credentials = JSON.stringify(older.rows['ledger.user_records'])
  expect(credentials).not.toContain('credential_sha256')
})

test('an installation of an earlier version has the definitions of a new one once it is migrated and started', async () => {
  expect(await definitionsOf(url, MIGRATIONS).differences()).toEqual([])
})

test('a migrated installation’s logs and tables verify, also after another start', async () => {
  const problems = async () => {
    await waiting()
    const found = await Promise.all(organizations.map(({ id }) => problemsOf(url, id)))
    return found.flat().map(({ code, message }) => `${code}: ${message}`)
  }
  expect(await problems()).toEqual([])
  const recorded = await recordedAsFound()
  expect(recorded).toBeGreaterThan(0)
  await at.stop()
  at = await bootInstallation({ databaseUrl: url })
  expect(await problems()).toEqual([])
  expect(await recordedAsFound()).toBe(recorded)
})

test('the rows of an earlier version follow from their records, so that they can be changed', async () => {
  const { id, organizationId, session } = await administrator()
  const organization = { id: organizationId, name: 'As it is now' }
  await createClient(OrganizationService, at.composition.transports.ledger).updateOrganization(
    organization,
    operator('updateOrganization'),
  )
  const admin = personAt(at.baseUrl, id, session)
  const keys = controlClient(at.baseUrl, KeyService, session)
  const endpoints = controlClient(at.baseUrl, WebhookService, session)
  const calls: Record<string, (id: string) => Promise<unknown>> = {
    'ledger.users': (one) => admin.users.updateUser({ id: one, attestationRoles: { values: ['ciso'] } }),
    'ledger.api_keys': (one) => keys.updateKey({ id: one, rateLimit: 61 }),
    'gate.systems': (one) => admin.systems.updateSystem({ id: one, attestationRoles: { values: ['ciso'] } }),
    'gate.profiles': (one) => admin.profiles.updateProfile({ id: one, tools: { values: ['search'] } }),
    'ingestion.webhook_endpoints': (one) => endpoints.updateWebhookEndpoint({ id: one, rateLimit: 61 }),
  }
  for (const [table, change] of Object.entries(calls)) {
    const rows = await sql<{ id: string }>(url, `select id from ${table} where org_id = $1`, [organizationId])
    expect(rows.length, table).toBeGreaterThan(0)
    for (const row of rows) await change(row.id)
  }
})

test('a start does not wait for the idempotency records of an earlier version', async () => {
  await at.stop()
  const before = await recordedAsFound()
  await sql(url, 'truncate ledger.answers')
  await keepAnswers()
  const answers = await count('ledger.answers')
  await connected(url, async (run) => {
    await run('begin')
    await run('select from ledger.answers for update')
    at = await bootInstallation({ databaseUrl: url })
    expect(await recordedAsFound()).toBe(before)
    await run('commit')
  })
  await waiting()
  const entries = (await recordedAsFound()) - before
  expect(entries).toBeGreaterThanOrEqual(Math.ceil(answers / 100))
})

test('a package verifies that has the log of an earlier version, what a start records as found, and later calls', async () => {
  await at.stop()
  // The key of the earlier version is in a key service that is gone.
  for (const table of ['ledger.checkpoints', 'ledger.signing_key_records'])
    await behindTriggers(url, table, `delete from ${table}`)
  await sql(url, 'delete from ledger.signing_keys')
  at = await bootInstallation({ databaseUrl: url })
  const { session } = await administrator()
  expect((await verify(await exported(at, session))).failures).toEqual([])
})

/** Signs in an administrator of an organization of the earlier version, whose password the operator resets. */
async function administrator(): Promise<{ id: string; organizationId: string; session: string }> {
  const [person] = await sql<{ id: string; org_id: string; email: string }>(
    url,
    "select id, org_id, email from ledger.users where role = 'admin' and status = 'active' order by id limit 1",
  )
  const { id, org_id: organizationId, email } = person!
  const users = createClient(UserService, at.composition.transports.ledger)
  const { password } = await users.resetPassword({ email, organizationId }, operator('resetPassword'))
  const { session } = await changed(at, { id, email, password })
  return { id, organizationId, session }
}

const operator = (operation: string) => as(operatorCaller(operation, systemClock.now()))

/** Until the answers of the earlier version are recorded and every entry has its leaf. */
async function waiting(): Promise<void> {
  for (const left of ['ledger.answers where not logged', 'ledger.queue'])
    await expect.poll(() => count(left)).toBe(0)
}

const count = async (rows: string): Promise<number> =>
  (await sql<{ n: number }>(url, `select count(*)::int as n from ${rows}`))[0]!.n

async function recordedAsFound(): Promise<number> {
  const text = `select count(*)::int as n from ledger.entries where strpos(entry, '"operation":"recordFound') > 0`
  return (await sql<{ n: number }>(url, text))[0]!.n
}

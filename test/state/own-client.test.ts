import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { MIGRATIONS } from '../../gateway/cli/process/migrations.ts'
import { mintSecret } from '../../services/kernel/crypto/secrets.ts'
import { migrate } from '../../services/kernel/database/migrate.ts'
import { INSTALLATION_ID } from '../../services/kernel/values/ids.ts'
import { createDatabase, sql } from '../harness/database.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { problemsOf } from './support/verification.ts'

const { secret } = mintSecret('atc')

let url: string
let at: TestInstallation
const start = async () => {
  at = await bootInstallation({ databaseUrl: url, env: { ATTESTRY_CLIENT_TOKEN: secret } })
}
beforeAll(async () => {
  url = await createDatabase(inject('clusterUrl'), `own_client_${process.pid}`)
  await migrate(url, MIGRATIONS)
  await client('attestry', secret)
})
afterAll(() => at?.stop())

/** Writes a service client as an early version did, without a record. */
async function client(name: string, token: string): Promise<void> {
  await sql(
    url,
    `insert into ledger.service_clients (id, token_hash, name, services, organization_ids, trusted, version, created_at)
       values (gen_random_uuid(), sha256($2::text::bytea), $1, '{ledger,ingestion,gate,evidence}', '{}', true, 1, now())`,
    [name, token],
  )
}

async function problems(): Promise<string[]> {
  await expect.poll(async () => (await sql(url, 'select from ledger.queue')).length).toBe(0)
  return (await problemsOf(url, INSTALLATION_ID)).map(({ code }) => code)
}

test('the installation’s own client of an early version is recorded once, and the log verifies', async () => {
  for (let n = 0; n < 2; n++) {
    await start()
    expect([...new Set(await problems())]).toEqual([])
    const records = await sql(url, 'select from ledger.service_client_records')
    expect(records).toHaveLength(1)
    await at.stop()
  }
})

test('a service client that somebody wrote into the database is still reported after a start', async () => {
  await client('planted', mintSecret('atc').secret)
  await start()
  expect([...new Set(await problems())]).toEqual(['state_surplus'])
})

import { expect, inject, test } from 'vitest'
import { cloneDatabase, sql } from '../harness/database.ts'
import { bootInstallation } from '../harness/installation.ts'
import { call } from '../harness/rest.ts'

const END_ALL = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and application_name like 'attestry%'`

test('with a read-only database, writes answer 500 with Retry-After, /readyz fails, and both recover by themselves', async () => {
  const databaseUrl = await cloneDatabase(inject('clusterUrl'))
  const at = await bootInstallation({ databaseUrl })
  const { key } = at.organization
  const write = () => call(at.baseUrl, '/api/v1/incidents', { key, body: { title: 'x', severity: 'low' } })
  const ready = async () => (await call(at.baseUrl, '/readyz', {})).status
  const turn = async (readOnly: 'on' | 'off'): Promise<void> => {
    const name = new URL(databaseUrl).pathname.slice(1)
    await sql(
      inject('clusterUrl'),
      `alter database "${name}" set default_transaction_read_only = ${readOnly}`,
    )
    await sql(databaseUrl, END_ALL)
  }
  try {
    expect(await ready()).toBe(200)
    await turn('on')
    await expect.poll(ready).toBe(503)
    for (const answer of [await write(), await call(at.baseUrl, '/api/v1/incidents', { key })]) {
      expect(answer.status).toBe(500)
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    }
    await turn('off')
    await expect.poll(ready).toBe(200)
    await expect.poll(async () => (await write()).status).toBe(201)
  } finally {
    await at.stop()
  }
})

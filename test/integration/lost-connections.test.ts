import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SystemService } from '../../proto/gen/attestry/gate/v1/systems_pb.ts'
import { controlClient } from '../harness/control.ts'
import { sql } from '../harness/database.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'

let at: TestInstallation
let owner: pg.Client
beforeAll(async () => {
  at = await bootInstallation()
  owner = new pg.Client({ connectionString: at.databaseUrl })
  await owner.connect()
})
afterAll(() => owner.end())

/** Ends the one connection that waits for a lock, once there is one. */
async function killWaiting(): Promise<void> {
  const text = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await sql(at.databaseUrl, text)).length).toBe(1)
}

test('connections lost in mid-transaction cost the pool no place, and do not delay the service’s stop', async () => {
  const systems = controlClient(at.baseUrl, SystemService, at.organization.admin.session)
  const { system } = await systems.createSystem({ name: 'held' })
  const id = system!.id
  for (let round = 0; round < 13; round += 1) {
    await owner.query('begin')
    await owner.query('select from gate.systems where id = $1 for update', [id])
    const update = systems.updateSystem({ id, name: `round ${round}` })
    const refused = expect(update).rejects.toThrow('internal error')
    await killWaiting()
    await refused
    await owner.query('rollback')
  }
  expect((await systems.updateSystem({ id, name: 'free' })).system!.name).toBe('free')
  await at.stop()
})

import { expect, inject, test } from 'vitest'
import { openDatabase } from '../../services/kernel/database/database.ts'
import { silentLog } from '../../services/kernel/logging/log.ts'
import { cloneDatabase, sql } from '../harness/database.ts'

const LEFT =
  "select pid from pg_stat_activity where application_name = 'attestry-gate' and datname = current_database()"

test('closing a service’s database leaves no connection, even if the ORM was never used', async () => {
  const url = await cloneDatabase(inject('clusterUrl'))
  const gate = await openDatabase({ url, service: 'gate', entities: [], log: silentLog })
  await gate.ready()
  expect(await sql(url, LEFT)).toHaveLength(1)
  await gate.close()
  expect(gate.pool.ended).toBe(true)
  // The server takes note of a connection's end a moment later.
  await expect.poll(() => sql(url, LEFT)).toEqual([])
})

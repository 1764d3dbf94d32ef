import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../services/kernel/database/database.ts'
import { silentLog } from '../../services/kernel/logging/log.ts'
import { sequenceBatch } from '../../services/ledger/store/log/sequence.ts'
import { connected } from '../harness/database.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { appendEntries } from './support.ts'

let at: TestInstallation
let db: Database
beforeAll(async () => {
  at = await bootInstallation({ env: { ATTESTRY_SEQUENCER: 'off' } })
  db = await openDatabase({ url: at.databaseUrl, service: 'ledger', entities: [], log: silentLog })
  while ((await sequenceBatch(db)) !== 0);
})
afterAll(async () => {
  await db.close()
  await at.stop()
})

test('an empty queue is left alone: no lock is asked for', async () => {
  await connected(at.databaseUrl, async (run) => {
    await run(`begin; ${LOCK}`)
    expect(await sequenceBatch(db)).toBe(0)
    await run('rollback')
  })
})

test('a queue whose entries another process has taken and not placed is not empty', async () => {
  await appendEntries(at.databaseUrl, at.organization.id, 2)
  await connected(at.databaseUrl, async (run) => {
    await run(`begin; ${LOCK}; delete from ledger.queue`)
    expect(await sequenceBatch(db)).toBeNull()
    await run('rollback')
  })
  expect(await sequenceBatch(db)).toBe(2)
})

const LOCK = 'select pg_advisory_xact_lock(7244010)'

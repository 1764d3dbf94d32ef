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

test('the sequencer does not ask for its lock when the queue is empty', async () => {
  await connected(at.databaseUrl, async (run) => {
    await run(`begin; ${LOCK}`)
    expect(await sequenceBatch(db)).toBe(0)
    await run('rollback')
  })
})

test('the sequencer does not take a queue for empty whose entries another process has taken but not placed', async () => {
  await appendEntries(at.databaseUrl, at.organization.id, 2)
  await connected(at.databaseUrl, async (run) => {
    await run(`begin; ${LOCK}; delete from ledger.queue`)
    expect(await sequenceBatch(db)).toBeNull()
    await run('rollback')
  })
  expect(await sequenceBatch(db)).toBe(2)
})

const LOCK = 'select pg_advisory_xact_lock(7244010)'

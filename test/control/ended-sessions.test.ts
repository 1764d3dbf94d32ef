import { afterAll, beforeAll, expect, test } from 'vitest'
import { sha256 } from '../../services/kernel/crypto/digest.ts'
import { openDatabase } from '../../services/kernel/database/database.ts'
import { silentLog } from '../../services/kernel/logging/log.ts'
import { expireSessions } from '../../services/ledger/store/directory.ts'
import { login } from '../harness/control.ts'
import { sql } from '../harness/database.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'

let at: TestInstallation
beforeAll(async () => {
  at = await bootInstallation()
})
afterAll(() => at.stop())

test('ended sessions are deleted, and one in use is not', async () => {
  const hashes: Buffer[] = []
  for (let i = 0; i < 3; i++) hashes.push(sha256((await login(at.baseUrl, at.organization.admin)).session))
  const [aged, idle, used] = hashes
  const change = (set: string, hash: unknown) =>
    sql(at.databaseUrl, `update ledger.sessions set ${set} where token_hash = $1`, [hash])
  await change('expires_at = now()', aged)
  await change(`last_seen_at = now() - interval '61 minutes'`, idle)
  const ledger = await openDatabase({
    url: at.databaseUrl,
    service: 'ledger',
    entities: [],
    log: silentLog,
  })
  await expireSessions(ledger)
  await ledger.close()
  const kept = 'select token_hash from ledger.sessions where token_hash = any ($1)'
  expect(await sql(at.databaseUrl, kept, [hashes])).toEqual([{ token_hash: used }])
})

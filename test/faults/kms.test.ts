import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { kmsEnvironment } from '../../gateway/cli/process/local-kms.ts'
import type { Fault } from '../../services/local/kms/faults.ts'
import { type LocalKms, startLocalKms } from '../../services/local/kms/local-kms.ts'
import { ask, exported, outcome } from '../evidence/support/export.ts'
import { sql } from '../harness/database.ts'
import { call } from '../harness/rest.ts'
import { expectRecovered, type LoadedInstallation, startLoaded } from './support/installation.ts'

/** Ten minutes with ATTESTRY_FAULT_ROUNDS=20. */
const { ATTESTRY_FAULT_ROUNDS: rounds } = process.env
const AWAY_MS = rounds === undefined ? 10_000 : Number(rounds) * 30_000
const TIMEOUT = { timeout: 300_000 + AWAY_MS }

let directory: string
let kms: LocalKms
let fault: Fault | null
let at: LoadedInstallation
beforeEach(async () => {
  fault = null
  directory = await mkdtemp(join(tmpdir(), 'attestry-kms-'))
  await chmod(directory, 0o711)
  kms = await startLocalKms({ dataDir: directory, faults: () => fault })
  at = await startLoaded({ ...kmsEnvironment(kms), ATTESTRY_CHECKPOINT_SECONDS: '1' })
})
afterEach(async () => {
  await at.stop()
  await kms.stop()
  await rm(directory, { recursive: true, force: true })
})

test(
  'while the key service hangs, writes work, exports fail and can be retried, and checkpoints resume later',
  TIMEOUT,
  async () => {
    const { session } = at.fixture.scene.organization.admin
    await expect.poll(checkpoints).toBeGreaterThan(0)
    fault = 'hang'
    const asked = ask(at.served, session)
    await sleep(AWAY_MS)
    await at.load.more(5)
    const refused = await asked
    expect(refused.status).toBe(500)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(at.load.sent.faults).toEqual([])
    const [{ size } = { size: '0' }] = await sql<{ size: string }>(at.fixture.postgres.url, SIZE, [
      organization(),
    ])
    const before = await checkpoints()
    fault = null
    await expect.poll(checkpoints).toBeGreaterThan(before)
    await expect.poll(covered).toBeGreaterThanOrEqual(Number(size))
    expect(await outcome(await exported(at.served, session))).toBe('verified')
    await expectRecovered(at)
  },
)

test(
  'a process that starts without the key service serves REST, and answers deliveries with 500 until it is back',
  TIMEOUT,
  async () => {
    fault = 'internal'
    await at.restart()
    const { key } = at.fixture.scene.organization
    const incident = { title: 'while it is away', severity: 'low' }
    await at.load.moreFaults(3)
    expect((await call(at.served.baseUrl, '/api/v1/incidents', { key, body: incident })).status).toBe(201)
    expect((await call(at.served.baseUrl, '/readyz')).status).toBe(200)
    fault = null
    await expectRecovered(at)
  },
)

const organization = () => at.fixture.scene.organization.id

async function checkpoints(): Promise<number> {
  const text = 'select count(*) as n from ledger.checkpoints where org_id = $1'
  const [row] = await sql<{ n: string }>(at.fixture.postgres.url, text, [organization()])
  return Number(row!.n)
}

/** How many entries the newest checkpoint covers. */
async function covered(): Promise<number> {
  const text = 'select coalesce(max(size), 0) as n from ledger.checkpoints where org_id = $1'
  const [row] = await sql<{ n: string }>(at.fixture.postgres.url, text, [organization()])
  return Number(row!.n)
}

const SIZE = 'select size from ledger.trees where org_id = $1'

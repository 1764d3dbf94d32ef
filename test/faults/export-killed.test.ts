import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { kmsEnvironment } from '../../gateway/cli/process/local-kms.ts'
import { lostExports } from '../../services/evidence/store/lost-exports.ts'
import { systemClock } from '../../services/kernel/clock.ts'
import { openDatabase } from '../../services/kernel/database/database.ts'
import { silentLog } from '../../services/kernel/logging/log.ts'
import type { Fault } from '../../services/local/kms/faults.ts'
import { type LocalKms, startLocalKms } from '../../services/local/kms/local-kms.ts'
import { asFile, ask, exported, outcome } from '../evidence/support/export.ts'
import { sql } from '../harness/database.ts'
import { expectRecovered, type LoadedInstallation, startLoaded } from './support/installation.ts'

let directory: string
let kms: LocalKms
let signatures: number
let at: LoadedInstallation
beforeEach(async () => {
  signatures = Number.POSITIVE_INFINITY
  directory = await mkdtemp(join(tmpdir(), 'attestry-export-'))
  await chmod(directory, 0o711)
  kms = await startLocalKms({ dataDir: directory, faults: signUntil })
  at = await startLoaded({ ...kmsEnvironment(kms), ATTESTRY_CHECKPOINT_SECONDS: '86400' })
})
afterEach(async () => {
  await at.stop()
  await kms.stop()
  await rm(directory, { recursive: true, force: true })
})

/** The key service signs this number of times and then does not answer. */
function signUntil(operation: string): Fault | null {
  if (operation !== 'Sign') return null
  signatures -= 1
  return signatures < 0 ? 'hang' : null
}

test('an export whose process was killed is recorded as failed by the next process, and the log verifies', async () => {
  const asked = beginExport()
  await expect.poll(statuses).toEqual(['started'])
  await at.restart()
  await asked
  await expect.poll(statuses).toEqual(['started', 'failed'])
  signatures = Number.POSITIVE_INFINITY
  expect(await outcome(await exported(at.served, at.fixture.scene.organization.admin.session))).toBe(
    'verified',
  )
  await expectRecovered(at)
})

test('other processes do not end an export that is under way', async () => {
  const asked = beginExport()
  await expect.poll(statuses).toEqual(['started'])
  const other = await openDatabase({
    url: at.fixture.postgres.url,
    service: 'evidence',
    entities: [],
    log: silentLog,
  })
  const lost = lostExports(other, systemClock, expect.unreachable)
  try {
    expect(await lost.end()).toBe(0)
    signatures = Number.POSITIVE_INFINITY
    const bytes = Buffer.from(await (await asked)!.arrayBuffer())
    expect(await outcome(asFile(bytes))).toBe('verified')
    await expect.poll(statuses).toEqual(['started', 'completed'])
    expect(await lost.end()).toBe(0)
  } finally {
    await other.close()
  }
  await expectRecovered(at)
})

test('a lost export with an unreadable record does not keep others from being ended', async () => {
  const first = beginExport()
  await expect.poll(statuses).toEqual(['started'])
  await sql(
    at.fixture.postgres.url,
    `alter table evidence.exports disable trigger append_only;
     update evidence.exports set record = left(record, -1) || ',"beyond":1e999}'`,
  )
  const second = beginExport()
  await expect.poll(async () => (await records()).length).toBe(2)
  await at.restart()
  await Promise.all([first, second])
  await expect.poll(async () => (await records()).slice(1).map(statusOf)).toEqual(['started', 'failed'])
})

/** Requests a package whose checkpoint is signed and whose sums are not. */
function beginExport(): Promise<Response | undefined> {
  signatures = 1
  return ask(at.served, at.fixture.scene.organization.admin.session).catch(() => undefined)
}

async function statuses(): Promise<string[]> {
  return (await records()).map(statusOf)
}

function statusOf(record: string): string {
  return JSON.parse(record).status
}

async function records(): Promise<string[]> {
  const text = 'select record from evidence.exports order by id, version'
  return (await sql<{ record: string }>(at.fixture.postgres.url, text)).map(({ record }) => record)
}

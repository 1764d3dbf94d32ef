import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { type LocalPostgres, startLocalPostgres } from '../../services/local/postgres.ts'
import { exported, outcome } from '../evidence/support/export.ts'
import { login } from '../harness/control.ts'
import { sql } from '../harness/database.ts'
import { PROCESSES, type Split, serveSplit } from '../process/support/split.ts'
import { expectNothingLost } from './support/expectations.ts'
import { startLoad } from './support/load.ts'
import { makeScene, type Scene } from './support/scene.ts'

const HOUR_MS = 3_600_000

let directory: string
let postgres: LocalPostgres
let scene: Scene
let split: Split | undefined
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'attestry-clock-'))
  await chmod(directory, 0o711)
  postgres = await startLocalPostgres({ dataDir: join(directory, 'database'), log: () => {} })
  const env = {
    ...inject('kms'),
    ATTESTRY_DATA_DIR: join(directory, 'data'),
    ATTESTRY_CHECKPOINT_SECONDS: '1',
  }
  scene = await makeScene({ databaseUrl: postgres.url, env })
})
afterEach(async () => {
  await split?.stop()
  await postgres.stop()
  await rm(directory, { recursive: true, force: true })
})

test.each([
  ['ahead', HOUR_MS],
  ['behind', -HOUR_MS],
])(
  'the gateway’s clock an hour %s, the ledger’s the other way, and so on: every call is taken, nothing is lost',
  { timeout: 180_000 },
  async (_, offMs) => {
    split = await serveSplit(scene.env, {}, (name) =>
      clockOff(PROCESSES.indexOf(name) % 2 === 0 ? -offMs : offMs),
    )
    const load = startLoad(split.baseUrl, scene)
    await load.more(5)
    expect(load.sent.faults.map(({ text }) => text)).toEqual([])
    const { email, password, session } = scene.organization.admin
    expect((await login(split.baseUrl, { email, password })).status).toBe(204)
    expect(await outcome(await exported(split, session))).toBe('verified')
    await expectNothingLost(split.baseUrl, scene, await load.stop())
    await expectRightTimes()
  },
)

/** What was recorded is as of the database’s time, to which the processes hold. */
async function expectRightTimes(): Promise<void> {
  const rows = await sql<{ at: Date }>(
    postgres.url,
    `select (entry::jsonb ->> 'at')::timestamptz as at from ledger.entries`,
  )
  for (const { at } of rows) expect(Math.abs(Date.now() - at.getTime())).toBeLessThan(HOUR_MS / 2)
}

function clockOff(ms: number): NodeJS.ProcessEnv {
  const module = new URL('support/clock-off.mjs', import.meta.url).href
  return { NODE_OPTIONS: `--import=${module}`, ATTESTRY_TEST_CLOCK_MS: String(ms) }
}

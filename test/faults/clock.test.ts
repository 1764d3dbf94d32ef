import { afterEach, beforeEach, expect, test } from 'vitest'
import { exported, outcome } from '../evidence/support/export.ts'
import { login } from '../harness/control.ts'
import { sql } from '../harness/database.ts'
import { PROCESSES, type Split, serveSplit } from '../process/support/split.ts'
import { expectNothingLost } from './support/expectations.ts'
import { type Fixture, makeFixture } from './support/fixture.ts'
import { startLoad } from './support/load.ts'

const HOUR_MS = 3_600_000

let fixture: Fixture
let split: Split | undefined
beforeEach(async () => {
  fixture = await makeFixture({ ATTESTRY_CHECKPOINT_SECONDS: '1' })
})
afterEach(async () => {
  await split?.stop()
  await fixture.clear()
})

test.each([
  ['ahead', HOUR_MS],
  ['behind', -HOUR_MS],
])(
  'with clocks an hour %s or the other way on alternate processes, every call is accepted and nothing is lost',
  async (_, offMs) => {
    split = await serveSplit(fixture.scene.env, {}, (name) =>
      clockOff(PROCESSES.indexOf(name) % 2 === 0 ? -offMs : offMs),
    )
    const load = startLoad(split.baseUrl, fixture.scene)
    await load.more(5)
    expect(load.sent.faults.map(({ text }) => text)).toEqual([])
    const { email, password, session } = fixture.scene.organization.admin
    expect((await login(split.baseUrl, { email, password })).status).toBe(204)
    expect(await outcome(await exported(split, session))).toBe('verified')
    await expectNothingLost(split.baseUrl, fixture.scene, await load.stop())
    await expectRightTimes()
  },
)

/** The recorded times are the database’s, which the processes follow. */
async function expectRightTimes(): Promise<void> {
  const rows = await sql<{ at: Date }>(
    fixture.postgres.url,
    `select (entry::jsonb ->> 'at')::timestamptz as at from ledger.entries`,
  )
  for (const { at } of rows) expect(Math.abs(Date.now() - at.getTime())).toBeLessThan(HOUR_MS / 2)
}

function clockOff(ms: number): NodeJS.ProcessEnv {
  const module = new URL('support/clock-off.mjs', import.meta.url).href
  return { NODE_OPTIONS: `--import=${module}`, ATTESTRY_TEST_CLOCK_MS: String(ms) }
}

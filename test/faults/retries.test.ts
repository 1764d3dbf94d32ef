import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sql } from '../harness/database.ts'
import { expectWhole } from '../process/support/integrity.ts'
import { type ProcessName, serveSplit } from '../process/support/split.ts'
import { type Fixture, makeFixture } from './support/fixture.ts'
import { type RetriedWrite, startRetrying } from './support/retries.ts'

/** ATTESTRY_FAULT_ROUNDS: how often something is killed. */
const ROUNDS = Number(process.env.ATTESTRY_FAULT_ROUNDS ?? 4)
const TIMEOUT = { timeout: 300_000 + ROUNDS * 40_000 }
const VICTIMS: (ProcessName | 'postgres')[] = ['gateway', 'ingestion', 'ledger', 'postgres']

let fixture: Fixture
beforeEach(async () => {
  fixture = await makeFixture()
})
afterEach(() => fixture.clear())

test(
  'a write retried with its Idempotency-Key until it is acknowledged happens once, whatever is killed',
  TIMEOUT,
  async () => {
    const split = await serveSplit(fixture.scene.env)
    const retrying = startRetrying(split.baseUrl, fixture.scene)
    try {
      for (let round = 0; round < ROUNDS; round++) {
        const victim = VICTIMS[round % VICTIMS.length]!
        await retrying.more(2)
        await sleep(randomInt(0, 300))
        if (victim === 'postgres') await fixture.killPostgres()
        else {
          await split.process(victim).end('SIGKILL')
          await sleep(randomInt(0, 300))
          await split.start(victim)
        }
      }
      await retrying.more(2)
      const done = await retrying.stop()
      for (const { name, answers } of done) expect(answers[1], name).toBe(answers[0])
      expect(done.some(({ tries }) => tries > 1)).toBe(true)
      await expectOnceEach(done)
      await expectWhole(fixture.postgres.url)
    } finally {
      await retrying.stop()
      await split.stop()
    }
  },
)

/** The records named after each write are those that it was answered with. */
async function expectOnceEach(done: RetriedWrite[]): Promise<void> {
  const rows = await sql<{ id: string; name: string }>(
    fixture.postgres.url,
    `select id, coalesce(r ->> 'title', r ->> 'source', r ->> 'run_ref', r -> 'payload' ->> 'name') as name
     from (select id, record::jsonb as r from ledger.records_v1 union all select id, record::jsonb from ingestion.records_v1)
     as records`,
  )
  const found = Map.groupBy(rows, ({ name }) => name)
  for (const { name, answers } of done) {
    const { id, data } = JSON.parse(answers[0]!)
    const answered: string[] = id === undefined ? data.map((item: { id: string }) => item.id) : [id]
    expect((found.get(name) ?? []).map((row) => row.id).sort(), name).toEqual(answered.sort())
  }
}

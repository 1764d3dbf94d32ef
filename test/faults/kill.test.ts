import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freePort } from '../harness/ports.ts'
import { type Served, serve } from '../process/support/serve.ts'
import { PROCESSES, type ProcessName, type Split, serveSplit } from '../process/support/split.ts'
import { expectNothingLost } from './support/expectations.ts'
import { type Fixture, makeFixture } from './support/fixture.ts'
import { startLoad } from './support/load.ts'

/** ATTESTRY_FAULT_ROUNDS: how often something is killed in each test; every victim's turn comes before any second. */
const ROUNDS = Number(process.env.ATTESTRY_FAULT_ROUNDS ?? 3)
const TIMEOUT = { timeout: 300_000 + ROUNDS * 40_000 }

let fixture: Fixture
beforeEach(async () => {
  fixture = await makeFixture()
})
afterEach(() => fixture.clear())

test(
  'one process: no acknowledged write is lost when it or PostgreSQL is killed at any moment',
  TIMEOUT,
  async () => {
    const env = { ...fixture.scene.env, PORT: String(await freePort()) }
    let served: Served = await serve(env)
    const load = startLoad(served.baseUrl, fixture.scene)
    try {
      for (const victim of victims(['process', 'postgres'])) {
        await load.more(2)
        await sleep(randomInt(0, 300))
        if (victim === 'postgres') await fixture.killPostgres()
        else {
          await served.end('SIGKILL')
          served = await serve(env)
        }
      }
      await load.more(2)
      await expectNothingLost(served.baseUrl, fixture.scene, await load.stop())
      expect(await served.end('SIGTERM')).toBe(0)
    } finally {
      await load.stop()
      await served.end('SIGKILL')
    }
  },
)

test(
  'one process per role: no acknowledged write is lost when any of them or PostgreSQL is killed at any moment',
  TIMEOUT,
  async () => {
    const split: Split = await serveSplit(fixture.scene.env)
    const load = startLoad(split.baseUrl, fixture.scene)
    try {
      for (const victim of victims<ProcessName | 'postgres'>([...PROCESSES, 'postgres'])) {
        await load.more(2)
        await sleep(randomInt(0, 300))
        if (victim === 'postgres') await fixture.killPostgres()
        else {
          await split.process(victim).end('SIGKILL')
          await sleep(randomInt(0, 500))
          await split.start(victim)
        }
      }
      await load.more(2)
      await expectNothingLost(split.baseUrl, fixture.scene, await load.stop())
    } finally {
      await load.stop()
      await split.stop()
    }
  },
)

/** The process that is killed in each round, in random order. */
function victims<V>(all: V[]): V[] {
  const chosen: V[] = []
  while (chosen.length < ROUNDS) {
    const rest = [...all]
    while (rest.length > 0) chosen.push(...rest.splice(randomInt(rest.length), 1))
  }
  return chosen.slice(0, ROUNDS)
}

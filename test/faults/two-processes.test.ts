import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freePort } from '../harness/ports.ts'
import { type Served, serve } from '../process/support/serve.ts'
import { expectNothingLost } from './support/expectations.ts'
import { type Fixture, makeFixture } from './support/fixture.ts'
import { startLoad } from './support/load.ts'

/** ATTESTRY_FAULT_ROUNDS: how often a process is ended. */
const ROUNDS = Number(process.env.ATTESTRY_FAULT_ROUNDS ?? 4)

let fixture: Fixture
beforeEach(async () => {
  fixture = await makeFixture()
})
afterEach(() => fixture.clear())

test('two processes of all roles lose or duplicate no write when each is killed or replaced in turn', {
  timeout: 300_000 + ROUNDS * 60_000,
}, async () => {
  const environments = await Promise.all(
    [0, 1].map(async () => ({ ...fixture.scene.env, PORT: String(await freePort()) })),
  )
  const served: Served[] = []
  for (const env of environments) served.push(await serve(env))
  const baseUrls = served.map(({ baseUrl }) => baseUrl)
  const load = startLoad(baseUrls, fixture.scene)
  try {
    for (let round = 0; round < ROUNDS; round++) {
      await load.more(2)
      await sleep(randomInt(0, 300))
      const one = round % 2
      if (round % 4 < 2) await served[one]!.end('SIGKILL')
      else expect(await served[one]!.end('SIGTERM')).toBe(0)
      await load.more(1)
      served[one] = await serve(environments[one]!)
    }
    await load.more(2)
    const sent = await load.stop()
    for (const baseUrl of baseUrls) await expectNothingLost(baseUrl, fixture.scene, sent)
    for (const one of served) expect(await one.end('SIGTERM')).toBe(0)
  } finally {
    await load.stop()
    for (const one of served) await one.end('SIGKILL')
  }
})

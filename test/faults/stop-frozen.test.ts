import { afterEach, beforeEach, expect, test } from 'vitest'
import { call } from '../harness/rest.ts'
import { serve } from '../process/support/serve.ts'
import { PROCESSES, serveSplit } from '../process/support/split.ts'
import { expectNothingLost } from './support/expectations.ts'
import { type Fixture, makeFixture } from './support/fixture.ts'
import { startLoad } from './support/load.ts'
import { processesOf } from './support/processes.ts'

const TIMEOUT = { timeout: 300_000 }

let fixture: Fixture
beforeEach(async () => {
  fixture = await makeFixture()
})
afterEach(() => fixture.clear())

test.each(['all of PostgreSQL', 'the postmaster', 'every other process of PostgreSQL'])(
  'while %s stands still, SIGTERM ends the process, and nothing acknowledged is lost',
  TIMEOUT,
  async (what) => {
    const { scene, postgres } = fixture
    let served = await serve(scene.env)
    try {
      const load = startLoad(served.baseUrl, scene, 3)
      await load.more(2)
      const [postmaster, ...others] = await processesOf(postgres.pid)
      const frozen = {
        'all of PostgreSQL': [postmaster!, ...others],
        'the postmaster': [postmaster!],
        'every other process of PostgreSQL': others,
      }[what]!
      await whileFrozen(frozen, async () => {
        if (what !== 'the postmaster') expect((await call(served.baseUrl, '/readyz')).status).toBe(503)
        const code = await served.end('SIGTERM')
        // Open sessions go on without the postmaster. A connection that waits for it may end in time or not.
        if (what === 'the postmaster') expect([0, UNFINISHED]).toContain(code)
        else {
          expect(code).toBe(UNFINISHED)
          expect(served.output()).toMatch(/"parts":\[[^\]]*"ledger"[^\n]*these parts did not stop in time/)
        }
      })
      const sent = await load.stop()
      served = await serve(scene.env)
      await expectNothingLost(served.baseUrl, scene, sent)
    } finally {
      await served.end('SIGKILL')
    }
  },
)

test('while the ledger stands still, SIGTERM ends every other process', TIMEOUT, async () => {
  const { scene } = fixture
  const split = await serveSplit(scene.env)
  try {
    const load = startLoad(split.baseUrl, scene, 3)
    await load.more(2)
    await whileFrozen([split.process('ledger').pid], async () => {
      expect((await call(split.baseUrl, '/readyz')).status).toBe(503)
      const ending = PROCESSES.slice(1).map((name) => split.process(name).end('SIGTERM'))
      for (const code of await Promise.all(ending)) expect([0, UNFINISHED]).toContain(code)
    })
    const sent = await load.stop()
    for (const name of PROCESSES.slice(1)) await split.start(name)
    await expectNothingLost(split.baseUrl, scene, sent)
  } finally {
    await split.stop()
  }
})

test('a process whose peers answer ends with code 0', TIMEOUT, async () => {
  const served = await serve(fixture.scene.env)
  const load = startLoad(served.baseUrl, fixture.scene, 3)
  await load.more(1)
  const sent = await load.stop()
  expect(sent.faults).toEqual([])
  expect(await served.end('SIGTERM')).toBe(0)
})

async function whileFrozen(pids: readonly number[], work: () => Promise<void>): Promise<void> {
  for (const pid of pids) process.kill(pid, 'SIGSTOP')
  try {
    await work()
  } finally {
    for (const pid of pids) process.kill(pid, 'SIGCONT')
  }
}

/** The exit code of a process that left work unfinished (docs/operations.md). */
const UNFINISHED = 3

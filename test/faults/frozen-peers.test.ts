import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sql } from '../harness/database.ts'
import type { Served } from '../process/support/serve.ts'
import { PROCESSES, type ProcessName, type Split, serveSplit } from '../process/support/split.ts'
import { actsOf } from './support/acts.ts'
import { expectNothingLost } from './support/expectations.ts'
import { type Fixture, makeFixture } from './support/fixture.ts'
import { startLoad } from './support/load.ts'

/** Three times standing still for PING_MS, and two kills. */
const TIMEOUT = { timeout: 900_000 }

let fixture: Fixture
let split: Split
beforeEach(async () => {
  fixture = await makeFixture()
  split = await serveSplit(fixture.scene.env)
})
afterEach(async () => {
  await split.stop()
  await fixture.clear()
})

test(
  'while a service or a session of the database stands still or is killed, no other process ends, and what was acknowledged is there',
  TIMEOUT,
  async () => {
    const { scene } = fixture
    const ended: string[] = []
    const killed = new Set<Served>()
    const watch = (name: ProcessName): void => {
      const served = split.process(name)
      void served.ended.then(() => {
        if (!killed.has(served)) ended.push(name)
      })
    }
    PROCESSES.forEach(watch)
    const load = startLoad(split.baseUrl, scene, 3)
    const acts = actsOf(split, scene)
    await load.more(2)
    await acts.once()
    const pidsOf = (...names: ProcessName[]) => names.map((name) => split.process(name).pid)
    for (const pids of [
      async () => pidsOf('ledger'),
      async () => pidsOf('gate', 'ingestion', 'evidence'),
      // The sessions of this moment: those of before the other two may have ended.
      () => sessionsOf(fixture.postgres.url),
    ]) {
      const acting = acts.once()
      await stoppedFor(await pids(), PING_MS)
      await acting
      await load.more(1)
    }
    for (const name of ['ledger', 'evidence'] as const) {
      const acting = acts.once()
      const served = split.process(name)
      killed.add(served)
      await served.end('SIGKILL')
      await split.start(name)
      watch(name)
      await acting
    }
    expect(ended).toEqual([])
    await acts.expectDone()
    await expectNothingLost(split.baseUrl, scene, await load.stop())
  },
)

/** The processes of PostgreSQL that serve this installation. */
async function sessionsOf(url: string): Promise<number[]> {
  const text = `select pid from pg_stat_activity where application_name like 'attestry-%'`
  return (await sql<{ pid: number }>(url, text)).map(({ pid }) => pid)
}

/** Stops processes for some time. One that ended before is left out: sessions of a database come and go. */
async function stoppedFor(pids: number[], ms: number): Promise<void> {
  const stopped = pids.filter((pid) => signalled(pid, 'SIGSTOP'))
  try {
    expect(stopped).not.toEqual([])
    await sleep(ms)
  } finally {
    for (const pid of stopped) signalled(pid, 'SIGCONT')
  }
}

function signalled(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}

/** Longer than a process waits until it asks whether a peer is there, and then for the answer (remote-transport.ts). */
const PING_MS = 22_000

import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { freePort } from '../../harness/ports.ts'
import { type Served, serve } from '../../process/support/serve.ts'
import { expectNothingLost } from './expectations.ts'
import { type Fixture, makeFixture } from './fixture.ts'
import { type Load, startLoad } from './load.ts'

/** One process of Attestry under load from the start. */
export type LoadedInstallation = {
  fixture: Fixture
  readonly served: Served
  load: Load
  /** Kills the process and starts it again, at the same address. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/** @param env further variables for its process */
export async function startLoaded(env: NodeJS.ProcessEnv = {}): Promise<LoadedInstallation> {
  const fixture = await makeFixture(env)
  const start = { ...fixture.scene.env, PORT: String(await freePort()) }
  let served = await serve(start).catch(async (error) => {
    await fixture.clear()
    throw error
  })
  const load = startLoad(served.baseUrl, fixture.scene)
  await load.more(2)
  return {
    fixture,
    load,
    get served() {
      return served
    },
    restart: async () => {
      await served.end('SIGKILL')
      served = await serve(start)
    },
    stop: async () => {
      await load.stop()
      await served.end('SIGKILL')
      await fixture.clear()
    },
  }
}

/**
 * Waits until the load has recovered by itself and ends it. Checks that every promise holds: every answer came in time, every
 * fault said when to try again, nothing is lost, memory stayed bounded, and the process ends correctly.
 */
export async function expectRecovered({ fixture: { scene }, served, load }: Recovering): Promise<void> {
  await load.more(2)
  const sent = await load.stop()
  for (const { headers } of sent.faults) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  expect(sent.slowestMs).toBeLessThan(ANSWERED_MS)
  await expectNothingLost(served.baseUrl, scene, sent)
  expect(await peakMemory(served.pid)).toBeLessThan(MEMORY_BYTES)
  expect(await served.end('SIGTERM')).toBe(0)
}

type Recovering = { fixture: Pick<Fixture, 'scene'>; served: Served; load: Load }

/** Returns the peak resident memory of a process, in bytes; 0 if the system does not report it. */
async function peakMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024
}

/**
 * The longest that a call may wait for its answer, whatever fails behind the process. The product's own limits are far below; a
 * machine with much other work has needed 80 s.
 */
const ANSWERED_MS = 240_000
const MEMORY_BYTES = 512 * 1024 * 1024

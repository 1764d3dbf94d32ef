import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject } from 'vitest'
import { type LocalPostgres, startLocalPostgres } from '../../../services/local/postgres.ts'
import { freePort, type Served, serve } from '../../process/support/serve.ts'
import { expectNothingLost } from './expectations.ts'
import { type Load, startLoad } from './load.ts'
import { makeScene, type Scene } from './scene.ts'

/** One process of Attestry, on a durable PostgreSQL of its own, which outlives it, under load from the start. */
export type LoadedInstallation = {
  postgres: LocalPostgres
  scene: Scene
  readonly served: Served
  load: Load
  /** Kills the process and starts it again, at the same address. */
  restart(more?: NodeJS.ProcessEnv): Promise<void>
  /** Memory stayed bounded, and then what the function of that name says. */
  expectRecovered(): Promise<void>
  stop(): Promise<void>
}

export async function startLoaded(env: NodeJS.ProcessEnv = {}): Promise<LoadedInstallation> {
  const directory = await mkdtemp(join(tmpdir(), 'attestry-faults-'))
  await chmod(directory, 0o711)
  const postgres = await startLocalPostgres({ dataDir: join(directory, 'database'), log: () => {} })
  const scene = await makeScene({
    databaseUrl: postgres.url,
    env: { ...inject('kms'), ATTESTRY_DATA_DIR: join(directory, 'data'), ...env },
  })
  const start = { ...scene.env, PORT: String(await freePort()) }
  let served = await serve(start)
  const load = startLoad(served.baseUrl, scene)
  await load.more(2)
  return {
    postgres,
    scene,
    load,
    get served() {
      return served
    },
    async restart(more) {
      await served.end('SIGKILL')
      served = await serve({ ...start, ...more })
    },
    expectRecovered: async () => {
      await expectBoundedMemory(served)
      await expectRecovered({ served, scene, load })
    },
    async stop() {
      await load.stop()
      await served.end('SIGKILL')
      await postgres.stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** Whatever went wrong and waited, the process never took more than its share. */
export async function expectBoundedMemory({ pid }: Pick<Served, 'pid'>): Promise<void> {
  expect(await peakMemory(pid)).toBeLessThan(MEMORY_BYTES)
}

/**
 * The load goes on by itself, ends, and everything that was promised holds: every answer came in time, every fault said
 * when to try again, nothing is lost, and the process ends as it should.
 */
export async function expectRecovered(
  at: Pick<LoadedInstallation, 'served' | 'scene' | 'load'>,
): Promise<void> {
  const { served, scene, load } = at
  await load.more(2)
  const sent = await load.stop()
  for (const { headers } of sent.faults) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  expect(sent.slowestMs).toBeLessThan(ANSWERED_MS)
  await expectNothingLost(served.baseUrl, scene, sent)
  expect(await served.end('SIGTERM')).toBe(0)
}

/** The most resident memory that a process had, in bytes; 0 where the system does not say. */
async function peakMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024
}

/** Nothing waits longer for its answer, whatever does not answer behind it. */
const ANSWERED_MS = 60_000
const MEMORY_BYTES = 512 * 1024 * 1024

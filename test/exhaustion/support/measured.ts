import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { expect } from 'vitest'
import type { Served } from '../../process/support/serve.ts'
import type { Probe } from './prober.ts'

/** The experience of another client while `attack` ran, and the peak memory of the server so far, in MiB. */
type Measured = { probes: Probe[]; peak: number; p99: number; p99Elapsed: number; p99Waited: number }

/**
 * Runs an attack while a prober in a process of its own calls the server. `p99` is in milliseconds of processor time of the
 * server's event loop: how much work the server did for others while the client waited. On a busy machine the elapsed time mostly
 * shows the load of the machine: `p99Waited` is how long the event loop waited for a processor meanwhile.
 */
export async function measure(
  { baseUrl, pid }: Pick<Served, 'baseUrl' | 'pid'>,
  key: string,
  attack: () => Promise<void>,
): Promise<Measured> {
  const prober = spawn(
    process.execPath,
    [join(import.meta.dirname, 'prober.ts'), baseUrl, key, String(pid)],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  )
  await once(prober.stdout, 'readable')
  const probed = json(prober.stdout) as Promise<Probe[]>
  try {
    await attack()
  } finally {
    prober.stdin.end()
  }
  const probes = await probed
  const rank = (of: (probe: Probe) => number): number =>
    probes.map(of).sort((a, b) => a - b)[Math.floor(probes.length * 0.99)]!
  return {
    ...{ probes, peak: peakOf(pid) },
    ...{ p99: rank(({ processor }) => processor), p99Elapsed: rank(({ elapsed }) => elapsed) },
    p99Waited: rank(({ waited }) => waited),
  }
}

/**
 * Checks that memory stayed below 1 GB, that every call of another client was answered, and that p99 is below 500 ms of the event
 * loop's processor time, which does not depend on other work of the machine.
 */
export function expectHeld({ probes, peak, p99, p99Elapsed, p99Waited }: Measured): void {
  const times = `${Math.round(p99)} ms, elapsed ${Math.round(p99Elapsed)} ms, of the machine ${Math.round(p99Waited)} ms`
  const seen = `${probes.length} calls, ${times}, ${Math.round(peak)} MiB`
  process.stdout.write(`${seen}\n`)
  expect(
    probes.filter(({ status }) => status !== 200),
    seen,
  ).toEqual([])
  expect(peak, seen).toBeLessThan(1000)
  expect(p99, seen).toBeLessThan(500)
}

/** Returns the largest resident set of a process so far, in MiB (proc(5), VmHWM); 0 without /proc. */
function peakOf(pid: number): number {
  try {
    return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1]) / 1024
  } catch {
    return 0
  }
}

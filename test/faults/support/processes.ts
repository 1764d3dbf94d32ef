import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** A postmaster, then the processes that it made. */
export async function processesOf(postmaster: number): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'pid=,ppid='])
  const pairs = stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number))
  return [postmaster, ...pairs.filter(([, parent]) => parent === postmaster).map(([pid]) => pid!)]
}

import { execFile } from 'node:child_process'
import { readFile, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { readIfThere } from '../data-directory.ts'
import { LocalError } from '../errors.ts'
import type { Account } from './account.ts'

/**
 * Stops the postmaster that a killed start left on this cluster. Removes a postmaster.pid whose process has ended, or whose
 * process id now belongs to another process (after a restart of the machine). The caller holds the data directory's lock, so no
 * living instance owns that postmaster. A process gets a signal only if it belongs to the account and was started as `postgres -D
 * <data>`.
 */
export async function stopOrphan(data: string, account: Account, log: (line: string) => void): Promise<void> {
  const pid = parsePid(await readIfThere(join(data, PID_FILE)))
  if (pid === null) return
  if (await isPostmaster(pid, data, account)) {
    log(`stopping the PostgreSQL that an earlier start left behind (pid ${pid})`)
    for (const { signal, seconds } of LADDER) {
      sendSignal(pid, signal)
      for (let waited = 0; waited < seconds * 1000; waited += 20) {
        if (!(await isPostmaster(pid, data, account))) return clear(data)
        await sleep(20)
      }
    }
    throw new LocalError('failed', `the PostgreSQL an earlier start left behind (pid ${pid}) does not end`)
  }
  await clear(data)
}

/** A process that has ended meanwhile needs no signal. */
function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Reads the process id in the first line of a postmaster.pid, or null. */
function parsePid(text: string | null): number | null {
  const line = text?.split('\n')[0]?.trim() ?? ''
  return /^[1-9][0-9]{0,9}$/.test(line) ? Number(line) : null
}

/** Whether a command line is that of this cluster's server. */
function isServerOf(args: string[], data: string): boolean {
  const at = args.indexOf('-D')
  return basename(args[0] ?? '') === 'postgres' && at > 0 && args[at + 1] === data
}

async function clear(data: string): Promise<void> {
  await rm(join(data, PID_FILE), { force: true })
}

async function isPostmaster(pid: number, data: string, account: Account): Promise<boolean> {
  try {
    if (process.platform === 'linux') {
      const { uid } = await stat(`/proc/${pid}`)
      const args = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0')
      return uid === account.uid && isServerOf(args, data)
    }
    const { stdout } = await promisify(execFile)('ps', ['-o', 'uid=,command=', '-p', String(pid)])
    const [, uid, command] = /^\s*(-?\d+)\s+(.*)$/m.exec(stdout) ?? []
    return Number(uid) >>> 0 === account.uid && !!command?.includes(`postgres -D ${data} `)
  } catch {
    return false
  }
}

const PID_FILE = 'postmaster.pid'
/** Fast shutdown, then immediate shutdown, which write-ahead logging makes safe. */
const LADDER = [
  { signal: 'SIGINT', seconds: 30 },
  { signal: 'SIGQUIT', seconds: 10 },
] as const

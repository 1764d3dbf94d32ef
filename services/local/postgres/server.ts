import { type ChildProcess, spawn } from 'node:child_process'
import { open, readFile, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readIfThere } from '../data-directory.ts'
import { explain, LocalError } from '../errors.ts'
import { type Account, runAs } from './account.ts'
import { whyEnded } from './why-ended.ts'

/**
 * Starts a postmaster and resolves once it accepts connections. It runs in its own session, so that Ctrl-C at a terminal reaches
 * only this process. A guard process stops it if this process ends in any way without having stopped it.
 *
 * @throws LocalError with the server's own reason; see {@link StartFailure} for the two that the caller may handle
 */
export async function startServer(options: ServerOptions): Promise<Server> {
  const { data, account, logFile } = options
  await keepLogSmall(logFile)
  const log = await open(logFile, 'a', 0o600).catch((error) => {
    throw explain(error, logFile)
  })
  const from = (await log.stat()).size
  const child = spawn(options.postgres, ['-D', data, ...options.args], {
    ...runAs(account),
    cwd: data,
    detached: true,
    env: { LC_ALL: 'C', TZ: 'UTC', PATH: process.env.PATH ?? '/usr/bin:/bin' },
    stdio: ['ignore', log.fd, log.fd],
  })
  const exited = exitOf(child)
  await log.close()
  if (child.pid === undefined) throw new LocalError('failed', `PostgreSQL did not start: ${await exited}`)
  const guard = startGuard(child.pid, account)
  void exited.then(() => guard.dismiss())
  child.unref()
  options.waiting()
  await ready(child, data, exited, async () => startFailure(await readFrom(logFile, from), logFile))
  return { pid: child.pid, exited, stop: () => stop(child, exited) }
}

async function ready(
  child: ChildProcess,
  data: string,
  exited: Promise<string>,
  failure: () => Promise<Error>,
): Promise<void> {
  let ended = false
  void exited.then(() => {
    ended = true
  })
  for (;;) {
    // Line 1: pid; line 8: status (src/include/utils/pidfile.h).
    const lines = (await readIfThere(join(data, 'postmaster.pid')))?.split('\n')
    if (lines?.[0]?.trim() === String(child.pid) && lines[7]?.trim() === 'ready') return
    if (ended) throw await failure()
    await sleep(5)
  }
}

/**
 * Stops the server by a fast shutdown: connections end, a checkpoint is written. Where that takes too long, by an immediate
 * shutdown.
 */
async function stop(child: ChildProcess, exited: Promise<string>): Promise<void> {
  for (const { signal, seconds } of LADDER) {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    const late = new AbortController()
    const ended = await Promise.race([
      exited.then(() => true),
      sleep(seconds * 1000, false, { signal: late.signal }).catch(() => false),
    ])
    late.abort()
    if (ended) return
  }
  throw new LocalError('failed', `PostgreSQL (pid ${child.pid}) does not end`)
}

/**
 * Starts a shell that reads from this process. A line dismisses the shell. At the end of the stream (this process is gone) the
 * shell stops the server.
 */
function startGuard(pid: number, account: Account): { dismiss(): void } {
  const script = 'read -r line || kill -INT "$1"'
  const guard = spawn('/bin/sh', ['-c', script, 'attestry-postgres-guard', String(pid)], {
    ...runAs(account),
    cwd: '/',
    detached: true,
    env: {},
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  // Without a guard the next start stops what this one left behind.
  guard.on('error', () => undefined)
  guard.stdin.on('error', () => undefined)
  guard.unref()
  return { dismiss: () => guard.stdin.end('done\n') }
}

function exitOf(child: ChildProcess): Promise<string> {
  return new Promise((done) => {
    child.on('error', (error) => done(error.message))
    child.on('exit', (code, signal) => done(signal ? `ended by ${signal}` : `exit code ${code}`))
  })
}

/** Returns the error for what a server wrote to its log before it ended. */
function startFailure(log: string, logFile: string): StartFailure {
  const { cause, line } = whyEnded(log)
  if (cause === 'disk_full')
    return new StartFailure('disk_full', 'PostgreSQL did not start: no space left on the disk')
  const message = `PostgreSQL did not start: ${line || 'it gave no reason'} (log: ${logFile})`
  const failure = new StartFailure('failed', message)
  if (cause === 'port_taken') failure.again = 'another_port'
  if (cause === 'processes_left') failure.again = 'later'
  return failure
}

export class StartFailure extends LocalError {
  /**
   * What the caller may try: another port, because this one was taken meanwhile; or the same later, because backends of a
   * killed postmaster are still ending.
   */
  again: 'another_port' | 'later' | null = null
}

async function keepLogSmall(logFile: string): Promise<void> {
  const size = await stat(logFile).then(
    (found) => found.size,
    () => 0,
  )
  if (size > LOG_BYTES) await rename(logFile, `${logFile}.1`)
}

async function readFrom(path: string, offset: number): Promise<string> {
  return (await readFile(path)).subarray(offset).toString()
}

const LOG_BYTES = 16 * 1024 * 1024
const LADDER = [
  { signal: 'SIGINT', seconds: 30 },
  { signal: 'SIGQUIT', seconds: 10 },
  { signal: 'SIGKILL', seconds: 5 },
] as const

type ServerOptions = {
  postgres: string
  data: string
  args: string[]
  account: Account
  logFile: string
  /** Called once the postmaster runs. */
  waiting: () => void
}

/** `exited` resolves, never rejects, with a few words on how the server ended. */
export type Server = { pid: number; exited: Promise<string>; stop(): Promise<void> }

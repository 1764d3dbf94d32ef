import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import pg from 'pg'

/** Starts a cluster in a process of its own and reads the one line it prints: `{url, pid, log}` or `{error, message}`. */
export async function holdPostgres(
  dataDir: string,
  options: { script?: string; uid?: number; gid?: number; durability?: 'none' } = {},
): Promise<Holder> {
  const { script = fileURLToPath(new URL('hold-postgres.ts', import.meta.url)), uid, gid } = options
  const child = spawn(process.execPath, [script, dataDir, options.durability ?? 'full'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: '/',
    ...(uid === undefined ? {} : { uid, gid }),
  })
  let line = ''
  for await (const chunk of child.stdout) {
    line += chunk
    if (line.endsWith('\n')) break
  }
  return { child, ...(JSON.parse(line || '{"message":"it printed nothing"}') as Printed) }
}

export async function end(holder: Holder, signal: NodeJS.Signals): Promise<void> {
  if (holder.child.exitCode !== null || holder.child.signalCode !== null) return
  const exited = once(holder.child, 'exit')
  holder.child.kill(signal)
  await exited
}

/** Runs one statement on a connection of its own. Returns the rows. */
export async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url)
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

/** Whether a process runs. A zombie counts as ended. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return process.platform !== 'linux' || !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

export async function eventually(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((done) => setTimeout(done, 10))
}

type Printed = { url: string; pid: number; log: string[]; error?: string; message?: string }
type Holder = Printed & { child: ChildProcess }

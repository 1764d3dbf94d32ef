import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { isPipelineCommand } from '../../clients/cli/src/main.ts'
import { freshBundle } from '../../gateway/cli/bundle/fresh.mjs'
import { commandHost, type Ran } from './command-host.ts'

/** The outcome of a command, with its one JSON object where it printed one. */
// biome-ignore lint/suspicious/noExplicitAny: what the command prints is what a test inspects.
type Outcome = Ran & { json: any }

/**
 * Runs `attestry …` without standard input, in the one process for the commands of this worker. The commands for pipelines are
 * another program and run in a process of their own.
 */
export async function attestryInHost(args: string[], env: NodeJS.ProcessEnv): Promise<Outcome> {
  if (isPipelineCommand(args)) return attestry(args, { env })
  const ran = await host(args, env)
  return { ...ran, json: parsed(ran.stdout) }
}

/** Runs `attestry …` as a process of its own. From the environment of this process it gets only PATH and HOME. */
export async function attestry(
  args: string[],
  options: { env?: NodeJS.ProcessEnv; input?: string } = {},
): Promise<Outcome> {
  const child = start(args, options.env ?? {})
  child.stdin!.end(options.input ?? '')
  const [stdout, stderr] = await Promise.all([text(child.stdout!), text(child.stderr!), ended(child)])
  return { code: child.exitCode, stdout, stderr, json: parsed(stdout) }
}

/** Starts `attestry …` and leaves it running. @param descriptors the most file descriptors that it may have */
export function start(
  args: string[],
  env: NodeJS.ProcessEnv,
  stdout: 'pipe' | number = 'pipe',
  descriptors?: number,
): ChildProcess {
  const { PATH, HOME } = process.env
  const node = [process.execPath, ENTRY, ...args]
  const limited = ['bash', '-c', `ulimit -n ${descriptors} && exec "$@"`, 'bash', ...node]
  const [command, ...rest] = descriptors === undefined ? node : limited
  const child = spawn(command!, rest, {
    env: { PATH, HOME, ...env },
    stdio: ['pipe', stdout, 'pipe'],
  })
  started.add(child)
  child.once('exit', () => started.delete(child))
  return child
}

/** Ends the processes that a failed test left running. */
export async function endAll(): Promise<void> {
  for (const child of started) {
    child.kill('SIGTERM')
    await ended(child)
  }
}

/** Starts `attestry serve` and resolves once it is ready. `printed` returns its output so far. */
export async function serve(
  env: NodeJS.ProcessEnv,
  ...options: string[]
): Promise<{ child: ChildProcess; printed: () => string }> {
  const child = start(['serve', ...options], env)
  let printed = ''
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.on('data', (chunk) => {
      printed += chunk
    })
  }
  const url = `http://127.0.0.1:${env.PORT}/readyz`
  while (!(await fetch(url).catch(() => undefined))?.ok) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`serve ended: ${printed}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return { child, printed: () => printed }
}

export async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

/** Makes a directory that the account of PostgreSQL may pass through. `remove` deletes it. */
export async function temporaryDirectory(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'attestry-cli-'))
  await chmod(path, 0o711)
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }) }
}

function parsed(stdout: string): unknown {
  try {
    return JSON.parse(stdout)
  } catch {
    return undefined
  }
}

const MAIN = new URL('../../gateway/cli/main.ts', import.meta.url)
const started = new Set<ChildProcess>()
const host = commandHost(process.execPath, fileURLToPath(freshBundle()?.command ?? MAIN))
const ENTRY = fileURLToPath(new URL('../../gateway/cli/attestry.mjs', import.meta.url))

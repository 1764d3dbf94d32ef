import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { freePort } from '../../harness/ports.ts'

/** A real `attestry serve`, started as an operator would. */
export type Served = {
  baseUrl: string
  pid: number
  output: () => string
  /** Sends a signal and waits for the end. Resolves with the exit code, or the signal that ended the process. */
  end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals>
  kill(signal: NodeJS.Signals): void
  ended: Promise<number | NodeJS.Signals>
}

const ENTRY = join(import.meta.dirname, '../../../gateway/cli/attestry.mjs')

/** Starts `attestry serve` and waits until it is ready. @throws Error with its output if it ends first */
export async function serve(env: NodeJS.ProcessEnv, options: ServeOptions = {}): Promise<Served> {
  const started = await spawnServe(env, options)
  await Promise.race([started.ready, started.ended])
  if (!/ready on/i.test(started.output()))
    throw new Error(`serve ended before it was ready:\n${started.output()}`)
  return started
}

/** Starts `attestry serve` and does not wait. Without PORT it gets a free port. */
export async function spawnServe(
  env: NodeJS.ProcessEnv,
  { roles = [], uid, entry = ENTRY }: ServeOptions = {},
): Promise<Served & { ready: Promise<void> }> {
  const port = env.PORT ?? String(await freePort())
  const child = spawn(process.execPath, [entry, 'serve', ...roles], {
    ...(uid === undefined ? {} : { uid, gid: uid }),
    env: { PATH: process.env.PATH, ...env, PORT: port },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  const ready = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
        if (/ready on/i.test(text)) resolve()
      })
    }
  })
  const ended = endOf(child)
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    pid: child.pid!,
    output: () => text,
    ready,
    ended,
    kill: (signal) => void child.kill(signal),
    end: (signal) => {
      child.kill(signal)
      return ended
    },
  }
}

async function endOf(child: ChildProcess): Promise<number | NodeJS.Signals> {
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
  return code ?? signal!
}

/** The roles (default: all), the user (default: this one; only root may choose another), and the checkout (default: this one). */
export type ServeOptions = { roles?: string[]; uid?: number; entry?: string }

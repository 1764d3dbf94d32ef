import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** The exit code of a command, and what it wrote to both streams. */
export type Ran = { code: number | null; stdout: string; stderr: string }

/**
 * Runs all commands of this worker in one process, since most of them take less time than a start of Node.js. They run one after
 * the other, without standard input. The environment of a command is `env`, with PATH and HOME of this process.
 */
export function commandHost(node: string, module: string): Host {
  return hostOf(node, [SCRIPT, module])
}

/** Runs commands in a program that answers each line of standard input with a line, as `command-host.mjs` does. */
function hostOf(program: string, script: string[]): Host {
  let host: Started | undefined
  let last: Promise<unknown> = Promise.resolve()
  return (args, env) => {
    const { PATH, HOME } = process.env
    const asked = { args, env: { PATH, HOME, ...env }, cwd: process.cwd() }
    const ran = last
      .catch(() => {})
      .then(async () => {
        host ??= startHost(program, script)
        host.stdin.write(`${JSON.stringify(asked)}\n`)
        const { value, done } = await host.lines.next()
        if (done === true) throw new Error('the process of the commands has ended')
        return JSON.parse(value) as Ran
      })
    last = ran
    return ran
  }
}

/** Runs texts as `python3 -c TEXT` does, with the modules of these directories. Leaves no compiled modules beside the sources. */
export const pythonHost = (...directories: string[]): Host =>
  hostOf('python3', ['-B', fileURLToPath(new URL('python_host.py', import.meta.url)), ...directories])

/** Starts the process. It ends when its standard input ends, which is at the latest when this process ends. */
function startHost(program: string, script: string[]) {
  const { stdin, stdout } = spawn(program, script, { stdio: ['pipe', 'pipe', 'inherit'] })
  return { stdin, lines: createInterface({ input: stdout })[Symbol.asyncIterator]() }
}

type Host = (args: string[], env: NodeJS.ProcessEnv) => Promise<Ran>
type Started = ReturnType<typeof startHost>

const SCRIPT = fileURLToPath(new URL('command-host.mjs', import.meta.url))

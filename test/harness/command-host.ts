import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** What a command left: exit code and both streams. */
export type Ran = { code: number | null; stdout: string; stderr: string }

/**
 * Runs commands in one process that stays for those of this worker, since most of them take less time than a start of Node.js. They
 * run one after the other, without standard input. A command sees PATH and HOME of this process's environment and what is given.
 */
export function commandHost(node: string, module: string): Host {
  return hostOf(node, [SCRIPT, module])
}

/** The same with another program, which answers a line of standard input with a line as `command-host.mjs` does. */
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

/** Runs texts as `python3 -c TEXT` does, with modules of those directories. It leaves no compiled modules beside the sources. */
export const pythonHost = (...directories: string[]): Host =>
  hostOf('python3', ['-B', fileURLToPath(new URL('python_host.py', import.meta.url)), ...directories])

/** It ends with its standard input, which is this process's. */
function startHost(program: string, script: string[]) {
  const { stdin, stdout } = spawn(program, script, { stdio: ['pipe', 'pipe', 'inherit'] })
  return { stdin, lines: createInterface({ input: stdout })[Symbol.asyncIterator]() }
}

type Host = (args: string[], env: NodeJS.ProcessEnv) => Promise<Ran>
type Started = ReturnType<typeof startHost>

const SCRIPT = fileURLToPath(new URL('command-host.mjs', import.meta.url))

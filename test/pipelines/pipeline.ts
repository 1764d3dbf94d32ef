import { execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { commandHost, type Ran } from '../harness/command-host.ts'

/** The bundled command for pipelines, as the package ships it. */
export const BUNDLE = fileURLToPath(new URL('../../clients/cli/dist/attestry.mjs', import.meta.url))

/**
 * Runs the bundled command as a process, under the oldest supported Node.js on this machine. From this process's environment it
 * gets only PATH; the given variables are added.
 */
export async function alone(args: string[], env: NodeJS.ProcessEnv = {}): Promise<Ran> {
  return run(OLDEST_NODE, [BUNDLE, ...args], env)
}

/** Runs a program to its end. */
export async function run(
  program: string,
  args: string[],
  env: NodeJS.ProcessEnv = {},
  cwd?: string,
): Promise<Ran> {
  const { PATH, HOME } = process.env
  const child = spawn(program, args, {
    env: { PATH, HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(cwd === undefined ? {} : { cwd }),
  })
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), exited])
  return { code, stdout, stderr }
}

/** A Node.js of another major version, if the machine has one beside the project's own: Node.js 20 in CI. */
export const OLDEST_NODE = (() => {
  const found = (process.env.PATH ?? '')
    .split(delimiter)
    .map((directory) => join(directory, 'node'))
    .filter((path) => existsSync(path))
  const version = (path: string) =>
    Number(execFileSync(path, ['-p', 'process.versions.node']).toString().split('.')[0])
  const supported = found.map((path) => ({ path, major: version(path) })).filter(({ major }) => major >= 20)
  return supported.sort((one, other) => one.major - other.major)[0]?.path ?? process.execPath
})()

const host = commandHost(OLDEST_NODE, BUNDLE)

/** Like `alone`, in a process that this worker keeps for its commands. */
export function pipeline(args: string[], env: NodeJS.ProcessEnv = {}): Promise<Ran> {
  return host(args, env)
}

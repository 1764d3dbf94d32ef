import { freePort } from '../../harness/ports.ts'
import { type Served, type ServeOptions, serve } from './serve.ts'

/** Roles as separate processes, as an operator would run them; the ledger first. */
export const PROCESSES = ['ledger', 'gate', 'ingestion', 'evidence', 'gateway'] as const
export type ProcessName = (typeof PROCESSES)[number]

/** An installation with one process per role, each on a port that it keeps over its restarts. */
export type Split = {
  baseUrl: string
  /** The address of each service. */
  urls: { [service: string]: string }
  /** The environment of every process. */
  env: NodeJS.ProcessEnv
  process(name: ProcessName): Served
  /** Starts a role that has ended, on the same port. */
  start(name: ProcessName): Promise<void>
  /** Stops every running process. */
  stop(): Promise<void>
}

/**
 * Starts every role. With ATTESTRY_TLS_* in the environment the services use TLS.
 *
 * @param own further variables of one process's environment
 */
export async function serveSplit(
  given: NodeJS.ProcessEnv,
  options: Omit<ServeOptions, 'roles'> = {},
  own: (name: ProcessName) => NodeJS.ProcessEnv = () => ({}),
): Promise<Split> {
  const scheme = given.ATTESTRY_TLS_CERT === undefined ? 'http' : 'https'
  const env: NodeJS.ProcessEnv = { ...given, PORT: String(await freePort()) }
  const urls: { [service: string]: string } = {}
  const listen: { [name: string]: NodeJS.ProcessEnv } = {}
  for (const name of PROCESSES) {
    if (name === 'gateway') continue
    const variable = `ATTESTRY_${name.toUpperCase()}`
    const port = await freePort()
    urls[name] = `${scheme}://127.0.0.1:${port}`
    env[`${variable}_URL`] = urls[name]
    listen[name] = { [`${variable}_LISTEN`]: `127.0.0.1:${port}` }
  }
  const running = new Map<ProcessName, Served>()
  const start = async (name: ProcessName): Promise<void> => {
    running.set(name, await serve({ ...env, ...listen[name], ...own(name) }, { ...options, roles: [name] }))
  }
  const stop = async (): Promise<void> => {
    const ends = [...running.values()].reverse().map((one) => one.end('SIGTERM'))
    await Promise.all(ends)
  }
  try {
    await start('ledger')
    await Promise.all(PROCESSES.slice(1).map(start))
  } catch (error) {
    await stop()
    throw error
  }
  return {
    baseUrl: `http://127.0.0.1:${env.PORT}`,
    urls,
    env,
    process: (name) => running.get(name)!,
    start,
    stop,
  }
}

import { freePort } from '../../harness/ports.ts'
import { type Served, type ServeOptions, serve } from './serve.ts'

/** Roles as processes of their own, as an operator would run them; the ledger first. */
export const PROCESSES = ['ledger', 'gate', 'ingestion', 'evidence', 'gateway'] as const
export type ProcessName = (typeof PROCESSES)[number]

/** An installation of one process a role, each on the port that it keeps over its restarts. */
export type Split = {
  baseUrl: string
  /** Where each service listens. */
  urls: { [service: string]: string }
  /** What every process is started with. */
  env: NodeJS.ProcessEnv
  process(name: ProcessName): Served
  /** Starts a role that has ended, where it was. */
  start(name: ProcessName): Promise<void>
  /** Stops every process that runs. */
  stop(): Promise<void>
}

/**
 * Starts every role. With ATTESTRY_TLS_* in the environment the services speak TLS.
 *
 * @param own what one process's environment has besides
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

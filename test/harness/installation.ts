import { inject } from 'vitest'
import { type Composition, compose } from '../../gateway/cli/process/compose.ts'
import { PROCESS_ROLES, type ProcessRole } from '../../gateway/cli/process/role-names.ts'
import { type Clock, systemClock } from '../../services/kernel/clock.ts'
import { mintSecret } from '../../services/kernel/crypto/secrets.ts'
import { type Log, silentLog } from '../../services/kernel/logging/log.ts'
import { cloneDatabase } from './database.ts'
import { makeOrganization, type OrganizationOptions, type TestOrganization } from './organization.ts'
import { running } from './running.ts'

/** A complete installation on a database of its own, reachable by real HTTP. */
export type TestInstallation = {
  baseUrl: string
  databaseUrl: string
  env: NodeJS.ProcessEnv
  composition: Composition
  /** The addresses of the HTTP/2 ports of the services; only in the shape `split`. */
  urls: { [service: string]: string }
  organization: TestOrganization
  /** Makes another organization with an administrator and a key. */
  another(options?: OrganizationOptions): Promise<TestOrganization>
  stop(): Promise<void>
}

/**
 * Starts every role. `one`: all roles in one composition, with calls in process. `split`: each service by itself, called over
 * HTTP/2 like separate processes. ATTESTRY_TEST_SHAPE sets the shape for tests that do not choose one.
 */
export async function bootInstallation(
  options: {
    shape?: 'one' | 'split'
    clock?: Clock
    log?: Log
    env?: NodeJS.ProcessEnv
    databaseUrl?: string
  } = {},
): Promise<TestInstallation> {
  const { clock = systemClock, log = silentLog } = options
  const shape = options.shape ?? (process.env.ATTESTRY_TEST_SHAPE === 'split' ? 'split' : 'one')
  const databaseUrl = options.databaseUrl ?? (await cloneDatabase(inject('clusterUrl')))
  const env: NodeJS.ProcessEnv = {
    DATABASE_URL: databaseUrl,
    ATTESTRY_CLIENT_TOKEN: mintSecret('atc').secret,
    PORT: '0',
    ATTESTRY_BASE_URL: 'http://attestry.test',
    ...inject('kms'),
    ...options.env,
  }
  const { parts, urls } = shape === 'one' ? await together(env, clock, log) : await apart(env, clock, log)
  const last = parts.at(-1)!
  const another: TestInstallation['another'] = (more = {}) => makeOrganization(last, clock, more)
  const stop = async (): Promise<void> => {
    running.delete(stop)
    for (const part of parts.splice(0).reverse()) await part.destroy()
  }
  running.add(stop)
  return {
    baseUrl: `http://127.0.0.1:${last.gateway!.port}`,
    databaseUrl,
    env,
    composition: last,
    urls,
    organization: await another(),
    another,
    stop,
  }
}

async function together(env: NodeJS.ProcessEnv, clock: Clock, log: Log): Promise<Parts> {
  return { parts: [await compose(PROCESS_ROLES, env, { clock, log })], urls: {} }
}

async function apart(env: NodeJS.ProcessEnv, clock: Clock, log: Log): Promise<Parts> {
  const parts: Composition[] = []
  const urls: { [service: string]: string } = {}
  for (const role of PROCESS_ROLES as ProcessRole[]) {
    const name = role.toUpperCase()
    const part = await compose([role], { ...env, [`ATTESTRY_${name}_LISTEN`]: '127.0.0.1:0' }, { clock, log })
    parts.push(part)
    const url = part.services[0]?.url
    if (url === undefined) continue
    urls[role] = url
    env[`ATTESTRY_${name}_URL`] = url
  }
  return { parts, urls }
}

type Parts = { parts: Composition[]; urls: { [service: string]: string } }

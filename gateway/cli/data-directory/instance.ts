import { rm } from 'node:fs/promises'
import { isIPv6 } from 'node:net'
import { join } from 'node:path'
import { readHttpUrl } from '../../../services/kernel/values/http-url.ts'
import { openDataDirectory } from '../../../services/local/data-directory.ts'
import { LocalError } from '../../../services/local/errors.ts'
import { readOurs } from '../../../services/local/ownership.ts'
import { readGatewayConfig } from '../../config.ts'
import { dataDirOf } from './environment.ts'
import { writePrivate } from './private-file.ts'

/** The running gateway of a data directory (`instance.json`): its process, and its address for commands of this machine. */
type Instance = { pid: number; url: string; base_url: string }

/**
 * Writes `instance.json` for a gateway that listens; the returned function removes it. Writes nothing without a data directory: a
 * gateway that is configured by its environment alone needs no such file.
 */
export async function writeInstance(env: NodeJS.ProcessEnv, port: number): Promise<() => Promise<void>> {
  const { baseUrl } = readGatewayConfig(env)
  const instance: Instance = { pid: process.pid, url: listeningUrl(env, port), base_url: baseUrl }
  try {
    await openDataDirectory(dataDirOf(env))
    await writePrivate(pathOf(env), `${JSON.stringify(instance, null, 2)}\n`)
  } catch (error) {
    if (error instanceof LocalError) return async () => undefined
    throw error
  }
  return async () => {
    if ((await readInstance(env))?.pid === process.pid) await rm(pathOf(env), { force: true })
  }
}

/** Returns the address by which this machine reaches a gateway that listens on that port. */
export function listeningUrl(env: NodeJS.ProcessEnv, port: number): string {
  const { listen } = readGatewayConfig(env)
  const host = ANY[listen.host] ?? listen.host
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`
}

/**
 * Returns the address at which the command calls the gateway: ATTESTRY_BASE_URL, that of the running instance, or the default
 * one.
 */
export async function gatewayUrl(env: NodeJS.ProcessEnv): Promise<string> {
  const given = readHttpUrl(env, 'ATTESTRY_BASE_URL')
  return given ?? (await readInstance(env))?.url ?? readGatewayConfig(env).baseUrl
}

/** Returns the base of addresses in answers: ATTESTRY_BASE_URL, or that of the running instance. */
export async function publicUrl(env: NodeJS.ProcessEnv): Promise<string> {
  const { baseUrl } = readGatewayConfig(env)
  return env.ATTESTRY_BASE_URL ? baseUrl : ((await readInstance(env))?.base_url ?? baseUrl)
}

async function readInstance(env: NodeJS.ProcessEnv): Promise<Instance | undefined> {
  const text = await readOurs(pathOf(env))
  return text === null ? undefined : (JSON.parse(text) as Instance)
}

function pathOf(env: NodeJS.ProcessEnv): string {
  return join(dataDirOf(env), 'instance.json')
}

/** Wildcard addresses, and the loopback addresses by which they are reached. */
const ANY: { [host: string]: string } = { '0.0.0.0': '127.0.0.1', '::': '::1' }

import { isIPv6 } from 'node:net'
import { DomainError, Reason } from '../services/kernel/errors/errors.ts'
import type { Listen } from '../services/kernel/transport/server/limited-server.ts'
import { readHttpUrl } from '../services/kernel/values/http-url.ts'
import { clientAddress } from './http/connections/client-address.ts'

/** The gateway's configuration. */
export type GatewayConfig = {
  listen: Listen
  /** The base of addresses in answers; no slash at the end. */
  baseUrl: string
  /** The host names under which people reach the gateway, in addition to addresses and localhost. */
  ownHosts: string[]
  /** ATTESTRY_TRUSTED_PROXIES, as written. */
  trustedProxies: string | undefined
  /** Limit of open connections; further ones are closed. */
  maxConnections: number
  /** The number of open connections of one address (IPv6: one /64), except addresses of trusted proxies. */
  maxConnectionsPerAddress: number
}

/**
 * Reads PORT, HOST, ATTESTRY_BASE_URL, ATTESTRY_ALLOWED_HOSTS, ATTESTRY_TRUSTED_PROXIES, ATTESTRY_MAX_CONNECTIONS and
 * ATTESTRY_MAX_CONNECTIONS_PER_ADDRESS.
 *
 * @throws DomainError VALIDATION
 */
export function readGatewayConfig(env: NodeJS.ProcessEnv): GatewayConfig {
  const listen = { host: readHost(env), port: readPort(env) }
  const host = isIPv6(listen.host) ? `[${listen.host}]` : listen.host
  // Refused here, where the process has not started anything yet.
  clientAddress(env.ATTESTRY_TRUSTED_PROXIES)
  const baseUrl = readHttpUrl(env, 'ATTESTRY_BASE_URL') ?? `http://${host}:${listen.port}`
  return {
    listen,
    baseUrl,
    ownHosts: [listen.host, ...readAllowedHosts(env)],
    trustedProxies: env.ATTESTRY_TRUSTED_PROXIES,
    maxConnections: wholeNumber(env, 'ATTESTRY_MAX_CONNECTIONS', 10_000),
    maxConnectionsPerAddress: wholeNumber(env, 'ATTESTRY_MAX_CONNECTIONS_PER_ADDRESS', 1000),
  }
}

/** An IPv6 address may stand in brackets, as in a URL. @throws DomainError VALIDATION naming the variable */
function readHost(env: NodeJS.ProcessEnv): string {
  const given = env.HOST ?? '127.0.0.1'
  const host = given.replace(/^\[(.*)\]$/, '$1')
  if (!isIPv6(host) && !/^[^\s:/[\]]+$/.test(host))
    throw new DomainError(Reason.VALIDATION, `HOST: ${shown(given)} is not a host name or an address`)
  return host
}

/** @throws DomainError VALIDATION naming the variable */
function readPort(env: NodeJS.ProcessEnv): number {
  const given = env.PORT ?? '8080'
  if (!/^\d{1,5}$/.test(given) || Number(given) > 65_535)
    throw new DomainError(Reason.VALIDATION, `PORT: ${shown(given)} is not a port from 0 to 65535`)
  return Number(given)
}

const shown = (text: string): string => (text === '' ? 'an empty text' : text)

/**
 * Names under which people and collectors reach any port of the installation: ATTESTRY_ALLOWED_HOSTS, and the host of ATTESTRY_BASE_URL.
 *
 * @throws DomainError VALIDATION
 */
export function readAllowedHosts(env: NodeJS.ProcessEnv): string[] {
  const baseUrl = readHttpUrl(env, 'ATTESTRY_BASE_URL')
  const ofBaseUrl = baseUrl === undefined ? [] : [new URL(baseUrl).hostname]
  const listed = (env.ATTESTRY_ALLOWED_HOSTS ?? '').split(',').map((name) => name.trim())
  const named = listed.filter((name) => name !== '')
  if (named.some((name) => /[\s/*]|:\d{1,9}$/.test(name) && !isIPv6(name)))
    throw new DomainError(
      Reason.VALIDATION,
      'ATTESTRY_ALLOWED_HOSTS must be host names, separated by commas, without scheme, port and wildcard',
    )
  return [...ofBaseUrl, ...named]
}

function wholeNumber(env: NodeJS.ProcessEnv, name: string, otherwise: number): number {
  const text = env[name] ?? `${otherwise}`
  if (!/^[1-9]\d{0,6}$/.test(text))
    throw new DomainError(
      Reason.VALIDATION,
      `${name}: ${shown(text)} is not a whole number from 1 to 9999999`,
    )
  return Number(text)
}

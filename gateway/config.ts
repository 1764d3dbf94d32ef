import { type Listen, parseListen } from '../services/kernel/config.ts'

/** What the gateway reads from its environment. */
export type GatewayConfig = {
  listen: Listen
  /** What addresses given out start with; no slash at the end. */
  baseUrl: string
  /** ATTESTRY_TRUSTED_PROXIES, as written. */
  trustedProxies: string | undefined
}

/** Reads PORT, HOST, ATTESTRY_BASE_URL and ATTESTRY_TRUSTED_PROXIES. @throws DomainError VALIDATION */
export function readGatewayConfig(env: NodeJS.ProcessEnv): GatewayConfig {
  const listen = parseListen(`${env.HOST ?? '127.0.0.1'}:${env.PORT ?? '8080'}`)
  const host = listen.host.includes(':') ? `[${listen.host}]` : listen.host
  return {
    listen,
    baseUrl: (env.ATTESTRY_BASE_URL ?? `http://${host}:${listen.port}`).replace(/\/+$/, ''),
    trustedProxies: env.ATTESTRY_TRUSTED_PROXIES,
  }
}

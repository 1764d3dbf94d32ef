import type { TestInstallation } from '../../harness/installation.ts'
import { type Answer, send, type Wire } from './http.ts'

/** The environment in which a test can state its client's address. */
export const ADDRESSED = { ATTESTRY_TRUSTED_PROXIES: '127.0.0.1' }

let addresses = 0

/**
 * Returns a header with a client address that no other call of a test file has: failed authentications of one test do not slow
 * another.
 */
export function someAddress(): [string, string] {
  addresses += 1
  return ['X-Forwarded-For', `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`]
}

export const bearer = (key: string): [string, string] => ['Authorization', `Bearer ${key}`]
export const JSON_TYPE: [string, string] = ['Content-Type', 'application/json']

/** Calls a path below /api/v1 from an address of its own. */
export function rest(at: TestInstallation, path: string, wire: Omit<Wire, 'target'> = {}): Promise<Answer> {
  const headers = [someAddress(), ...(wire.headers ?? [])]
  return send(at.baseUrl, { ...wire, target: `/api/v1${path}`, headers })
}

import { bootInstallation, type TestInstallation } from '../../harness/installation.ts'
import { type Administration, administration } from './endpoint.ts'

/**
 * Starts an installation whose tests state the address from which they call (X-Forwarded-For, see `from`), so that the failed
 * calls of one test do not slow another.
 */
export async function bootWebhook(
  options: Parameters<typeof bootInstallation>[0] = {},
): Promise<{ at: TestInstallation; admin: Administration }> {
  const env = { ATTESTRY_TRUSTED_PROXIES: '127.0.0.1', ...options.env }
  const at = await bootInstallation({ ...options, env })
  return { at, admin: administration(at) }
}

/** Returns the headers of a call from an address that no other call has. */
export function from(
  address = `10.1.${Math.floor(++calls / 250)}.${1 + (calls % 250)}`,
): Record<string, string> {
  return { 'x-forwarded-for': address }
}

let calls = 0

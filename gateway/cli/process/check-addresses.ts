import { once } from 'node:events'
import { createServer } from 'node:net'
import { parseListen } from '../../../services/kernel/config.ts'
import { DomainError, Reason } from '../../../services/kernel/errors/errors.ts'
import type { Listen } from '../../../services/kernel/transport/server/limited-server.ts'
import { readGatewayConfig } from '../../config.ts'
import type { ProcessRole } from './role-names.ts'

/**
 * Requires every address that the roles listen on to be one of this machine that this process may use. A port in use is not refused
 * here: a process that ends may still hold it, and another start with this data directory has a message of its own.
 *
 * @throws DomainError VALIDATION naming the variable
 */
export async function checkAddresses(env: NodeJS.ProcessEnv, roles: readonly ProcessRole[]): Promise<void> {
  for (const [name, listen] of addressesOf(env, roles)) {
    const problem = await problemOf(listen)
    if (problem === undefined) continue
    const address = `${listen.host}:${listen.port}`
    throw new DomainError(Reason.VALIDATION, `${name}: cannot listen on ${address}: ${problem}`)
  }
}

function* addressesOf(env: NodeJS.ProcessEnv, roles: readonly ProcessRole[]): Generator<[string, Listen]> {
  if (roles.includes('gateway')) {
    const { listen } = readGatewayConfig(env)
    yield ['HOST, PORT', listen]
  }
  const named = roles
    .filter((role) => role !== 'gateway')
    .map((role) => `ATTESTRY_${role.toUpperCase()}_LISTEN`)
  for (const name of [...named, 'ATTESTRY_METRICS_LISTEN']) {
    const text = env[name]
    if (text !== undefined) yield [name, parseListen(text, name)]
  }
}

/** @returns why the address cannot be listened on; undefined where it can, or where only its port is in use */
async function problemOf({ host, port }: Listen): Promise<string | undefined> {
  const server = createServer()
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return code === 'EADDRINUSE' ? undefined : message
  }
  const closed = once(server, 'close')
  server.close()
  await closed
  return undefined
}

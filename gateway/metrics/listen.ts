import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { parseListen } from '../../services/kernel/config.ts'
import { DomainError, Reason } from '../../services/kernel/errors/errors.ts'
import { requireOwnHost } from '../http/callers/host-allowlist.ts'
import { smallServer } from '../http/connections/small-server.ts'
import type { Metrics } from './metrics.ts'

/**
 * A port of its own for `/metrics` (ATTESTRY_METRICS_LISTEN, `host:port`), for collectors on other machines and for processes
 * without a gateway. It serves nothing else; the network decides who can reach it. Web pages in browsers of that network MUST NOT
 * reach it: the port accepts only its own host names, on every address.
 *
 * @param allowedHosts further names that a collector may use, besides addresses, `localhost` and the host of the address
 * @throws DomainError VALIDATION for a malformed address, UNAVAILABLE when it cannot be bound
 */
export async function listenForMetrics(
  address: string,
  metrics: Pick<Metrics, 'text'>,
  allowedHosts: readonly string[],
): Promise<{ port: number; close(): Promise<void> }> {
  const { host, port } = parseListen(address, 'ATTESTRY_METRICS_LISTEN')
  const requireHost = requireOwnHost([host, ...allowedHosts])
  const server = smallServer({ total: MAX_CONNECTIONS, perAddress: 25 }, (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    try {
      requireHost(request)
    } catch {
      response.writeHead(403).end()
      return
    }
    metrics.text().then(
      ({ type, body }) => response.writeHead(200, { 'Content-Type': type }).end(body),
      () => response.destroy(),
    )
  })
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (cause) {
    const { message } = cause as Error
    throw new DomainError(Reason.UNAVAILABLE, `cannot listen on ${address} for metrics: ${message}`, {
      cause,
    })
  }
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

const MAX_CONNECTIONS = 100

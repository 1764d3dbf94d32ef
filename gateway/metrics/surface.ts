import type { IncomingMessage } from 'node:http'
import { RestError } from '../http/answers/rest-error.ts'
import type { RequireOwnHost } from '../http/callers/host-allowlist.ts'
import type { Surface } from '../http/server.ts'
import type { Metrics } from './metrics.ts'

/**
 * `/metrics` on the gateway's port, for this machine only: the peer must be on loopback and the request must not have
 * come through a proxy. Every other request gets 404. A collector elsewhere uses ATTESTRY_METRICS_LISTEN.
 */
export function metricsSurface(metrics: Metrics, requireOwnHost: RequireOwnHost): Surface {
  return {
    path: '/metrics',
    serve: async ({ request, response, requestId, path }) => {
      if (path !== '/metrics' || request.method !== 'GET' || !isLocal(request)) {
        throw new RestError(404, 'not_found', 'not found')
      }
      requireOwnHost(request)
      const { type, body } = await metrics.text()
      response.writeHead(200, {
        'X-Request-Id': requestId,
        'Content-Type': type,
        'Cache-Control': 'no-store',
      })
      response.end(body)
    },
  }
}

/** A proxy on this machine also connects from loopback, but names its client in a header. */
export function isLocal({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>): boolean {
  const peer = socket.remoteAddress ?? ''
  const loopback = peer === '::1' || peer.startsWith('127.') || peer.startsWith('::ffff:127.')
  return loopback && !Object.keys(headers).some((name) => OF_PROXIES.test(name))
}

/** Headers in which proxies name the client, and how it reached them. A proxy that adds none of them MUST NOT pass `/metrics` on (docs/operations.md). */
const OF_PROXIES = /^(?:x-forwarded-.*|forwarded|via|x-real-ip|x-client-ip|true-client-ip|cf-connecting-ip)$/

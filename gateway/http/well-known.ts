import type { GetKeySetResponse } from '../../proto/gen/attestry/ledger/v1/signing_keys_pb.ts'
import { sha256 } from '../../services/kernel/crypto/digest.ts'
import type { GatewayContext } from '../context.ts'
import type { Exchange } from './exchange.ts'
import { RestError } from './rest-error.ts'
import type { Surface } from './server.ts'

const PREFIX = '/.well-known/attestry'

/**
 * The public signing keys for verifiers, without authentication: `keys.json` (docs/evidence-package.md section 5) and
 * `keys/<kid>.pem`. Answers are cacheable for five minutes. The ledger is called at most once in five seconds.
 */
export function wellKnown(ctx: Pick<GatewayContext, 'clients'>): Surface {
  let asked: Promise<GetKeySetResponse> | undefined
  const keySet = (): Promise<GetKeySetResponse> => {
    if (asked !== undefined) return asked
    const asking = ctx.clients.signingKeys.getKeySet({})
    asked = asking
    const expire = (): void => {
      if (asked === asking) asked = undefined
    }
    asking.then(() => setTimeout(expire, CACHE_MS).unref(), expire)
    return asking
  }
  return {
    path: PREFIX,
    serve: async (exchange) => {
      const { method } = exchange.request
      const name = exchange.path.slice(PREFIX.length)
      const kid = /^\/keys\/([0-9a-f]{64})\.pem$/.exec(name)?.[1]
      if ((method !== 'GET' && method !== 'HEAD') || (kid === undefined && name !== '/keys.json'))
        throw new RestError(404, 'not_found', 'not found')
      const { keyset, keys } = await keySet()
      if (kid === undefined) return send(exchange, 'application/jwk-set+json', keyset)
      const key = keys.find((one) => one.kid === kid)
      if (key === undefined) throw new RestError(404, 'not_found', 'not found')
      send(exchange, 'application/x-pem-file', key.pem)
    },
  }
}

function send({ request, response, requestId }: Exchange, type: string, text: string): void {
  const etag = `"${sha256(text).toString('hex').slice(0, 32)}"`
  response.setHeader('X-Request-Id', requestId)
  response.setHeader('Cache-Control', 'public, max-age=300')
  response.setHeader('ETag', etag)
  response.setHeader('Access-Control-Allow-Origin', '*')
  response.setHeader('X-Content-Type-Options', 'nosniff')
  if (request.headers['if-none-match'] === etag) {
    response.statusCode = 304
    response.end()
    return
  }
  response.setHeader('Content-Type', type)
  response.setHeader('Content-Length', Buffer.byteLength(text))
  response.end(request.method === 'HEAD' ? undefined : text)
}

const CACHE_MS = 5000

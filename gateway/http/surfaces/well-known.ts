import { readFileSync } from 'node:fs'
import type { GetKeySetResponse } from '../../../proto/gen/attestry/ledger/v1/signing_keys_pb.ts'
import { sha256, sha256Hex } from '../../../services/kernel/crypto/digest.ts'
import { canonicalJson } from '../../../services/kernel/json/canonical-json.ts'
import type { GatewayContext } from '../../context.ts'
import { RestError } from '../answers/rest-error.ts'
import type { Exchange } from '../exchange.ts'
import type { Surface } from '../server.ts'
import { isKnown } from './if-none-match.ts'

const PREFIX = '/.well-known/attestry'

/**
 * Serves the data that verifiers need, without authentication: the public signing keys, `keys.json` (docs/evidence-package.md
 * section 5) and `keys/<kid>.pem`, and the SHA-256 of the `verify.mjs` that packages carry, `verifier.json` (section 10). Answers
 * are cacheable for five minutes. The ledger is called at most once in five seconds.
 */
export function wellKnown(ctx: Pick<GatewayContext, 'clients'>): Surface {
  const verifier = `${canonicalJson({ file: 'verify.mjs', sha256: sha256Hex(readFileSync(VERIFIER)) })}\n`
  let pending: Promise<GetKeySetResponse> | undefined
  const keySet = (): Promise<GetKeySetResponse> => {
    if (pending !== undefined) return pending
    const read = ctx.clients.signingKeys.getKeySet({})
    pending = read
    const expire = (): void => {
      if (pending === read) pending = undefined
    }
    read.then(() => setTimeout(expire, CACHE_MS).unref(), expire)
    return read
  }
  return {
    path: PREFIX,
    serve: async (exchange) => {
      const { method } = exchange.request
      const name = exchange.path.slice(PREFIX.length)
      const kid = /^\/keys\/([0-9a-f]{64})\.pem$/.exec(name)?.[1]
      const isKnown = kid !== undefined || name === '/keys.json' || name === '/verifier.json'
      if ((method !== 'GET' && method !== 'HEAD') || !isKnown)
        throw new RestError(404, 'not_found', 'not found')
      if (name === '/verifier.json') return send(exchange, 'application/json', verifier)
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
  if (isKnown(request.headers['if-none-match'], etag)) {
    response.statusCode = 304
    response.end()
    return
  }
  response.setHeader('Content-Type', type)
  response.setHeader('Content-Length', Buffer.byteLength(text))
  response.end(request.method === 'HEAD' ? undefined : text)
}

const CACHE_MS = 5000
const VERIFIER = new URL('../../../verifier/dist/verify.mjs', import.meta.url)

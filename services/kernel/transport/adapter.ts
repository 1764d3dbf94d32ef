import http2, { type Http2ServerRequest, type Http2ServerResponse, type Http2Session } from 'node:http2'
import {
  Code,
  ConnectError,
  type ConnectRouter,
  createContextKey,
  createContextValues,
} from '@connectrpc/connect'
import { createAsyncIterable, type UniversalServerResponse } from '@connectrpc/connect/protocol'
import { errorToJsonBytes } from '@connectrpc/connect/protocol-connect'
import { universalRequestFromNodeRequest, universalResponseToNodeResponse } from '@connectrpc/connect-node'
import { toConnectError } from '../errors/connect-errors.ts'
import type { DomainError } from '../errors/errors.ts'
import { plainAddress } from '../identity/client-network.ts'
import { originKey } from '../identity/origin.ts'
import { type IncomingCall, peerKey } from './request-gate.ts'

/** Awaited, before the answer, for a call that did not reach an interceptor; see record-undecoded.ts. */
export type RecordUndecoded = (call: IncomingCall) => Promise<DomainError | undefined>

/** Serves the RPCs of a router. */
export function adapter(
  router: ConnectRouter,
  recordUndecoded: RecordUndecoded = async () => undefined,
): Listener {
  const handlers = new Map(router.handlers.map((handler) => [handler.requestPath, handler]))
  return (request, response) => {
    const handler = handlers.get(request.url?.split('?', 1)[0] ?? '')
    if (handler === undefined) {
      response.writeHead(404)
      response.end()
      return
    }
    const serve = async (): Promise<void> => {
      const values = createContextValues()
        .set(peerKey, plainAddress(request.socket.remoteAddress ?? ''))
        .set(connectionKey, request.stream.session)
      const asked = universalRequestFromNodeRequest(request, response, undefined, values)
      const answer = await handler(asked)
      const origin = values.get(originKey)
      if (origin.from === 'network' && origin.isServed)
        return universalResponseToNodeResponse(answer, response)
      const { method } = handler
      const call = { requestHeader: asked.header, responseHeader: new Headers(answer.header), values, method }
      const refusal = await recordUndecoded(call)
      const mended = refusal !== undefined && answer.status === 500 ? refused(answer, refusal) : answer
      await universalResponseToNodeResponse(mended, response)
    }
    serve().catch((reason) => {
      if (ConnectError.from(reason).code !== Code.Aborted)
        response.stream.close(http2.constants.NGHTTP2_INTERNAL_ERROR)
    })
  }
}

/** Connect-ES answers a binary message that cannot be decoded as if the fault were the server's. */
function refused(answer: UniversalServerResponse, refusal: DomainError): UniversalServerResponse {
  const body = errorToJsonBytes(toConnectError(refusal), undefined)
  const header = new Headers(answer.header)
  header.set('content-length', String(body.length))
  return { status: 400, header, body: createAsyncIterable([body]) }
}

/** The HTTP/2 connection that a call came over. */
export const connectionKey = createContextKey<Http2Session | undefined>(undefined, {
  description: 'connection',
})

export type Listener = (request: Http2ServerRequest, response: Http2ServerResponse) => void

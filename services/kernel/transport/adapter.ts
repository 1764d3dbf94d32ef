import http2, { type Http2ServerRequest, type Http2ServerResponse } from 'node:http2'
import { Code, ConnectError, type ConnectRouter, createContextValues } from '@connectrpc/connect'
import { universalRequestFromNodeRequest, universalResponseToNodeResponse } from '@connectrpc/connect-node'
import { type Door, knock, peerKey } from './door.ts'

/** Serves the RPCs of a router. Those below `open` are for everybody; the others pass the door first. */
export function adapter(
  router: ConnectRouter,
  guard: Door | undefined,
  open: (path: string) => boolean,
): Listener {
  const handlers = new Map(router.handlers.map((handler) => [handler.requestPath, handler]))
  return (request, response) => {
    const path = request.url?.split('?', 1)[0] ?? ''
    const handler = handlers.get(path)
    if (handler === undefined) {
      response.writeHead(404)
      response.end()
      return
    }
    const serve = async (): Promise<void> => {
      const values = createContextValues().set(peerKey, request.socket.remoteAddress ?? '')
      const asked = universalRequestFromNodeRequest(request, response, undefined, values)
      const admitted = guard === undefined || open(path) ? asked : await knock(guard, asked)
      await universalResponseToNodeResponse(await handler(admitted), response)
    }
    serve().catch((reason) => {
      if (ConnectError.from(reason).code !== Code.Aborted)
        response.stream.close(http2.constants.NGHTTP2_INTERNAL_ERROR)
    })
  }
}

export type Listener = (request: Http2ServerRequest, response: Http2ServerResponse) => void

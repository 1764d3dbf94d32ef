import http2, { type Http2ServerRequest, type Http2ServerResponse } from 'node:http2'
import { Code } from '@connectrpc/connect'
import { codeToString } from '@connectrpc/connect/protocol-connect'
import { percentEncoded } from './grpc-message.ts'
import { dropUnread } from './unread-body.ts'

/**
 * Answers a call of a method that is not served, in the protocol of its content type: gRPC and gRPC-Web with the status in the
 * header of an answer without a body ("Trailers-Only"), Connect with 404 and an error.
 */
export function answerUnimplemented(request: Http2ServerRequest, response: Http2ServerResponse): void {
  const type = request.headers['content-type'] ?? ''
  const message = 'this method is not served here'
  dropUnread(response.stream)
  if (/^application\/grpc/i.test(type)) {
    const status = { 'grpc-status': String(Code.Unimplemented), 'grpc-message': percentEncoded(message) }
    response.stream.respond(
      { [http2.constants.HTTP2_HEADER_STATUS]: 200, 'content-type': type, ...status },
      { endStream: true },
    )
    return
  }
  const error = JSON.stringify({ code: codeToString(Code.Unimplemented), message })
  response.writeHead(404, { 'content-type': 'application/json' }).end(error)
}

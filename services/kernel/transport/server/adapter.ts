import http2, { type Http2ServerRequest, type Http2ServerResponse, type Http2Session } from 'node:http2'
import type { DescMethod } from '@bufbuild/protobuf'
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
import { toConnectError } from '../../errors/connect-errors.ts'
import { DomainError } from '../../errors/errors.ts'
import { plainAddress } from '../../identity/client-network.ts'
import { originKey } from '../../identity/origin.ts'
import { repairJsonParse } from '../../json/parse-json.ts'
import { holdAnswer } from '../limits/direct-answers.ts'
import { holdMessages } from '../limits/direct-messages.ts'
import { withEncoded } from '../limits/large-answers.ts'
import { limitMessages } from '../limits/message-limit.ts'
import { onceClosed } from '../limits/once-closed.ts'
import { type IncomingCall, peerKey } from '../request-gate.ts'
import { withoutEcho } from './compression-message.ts'
import { withoutFarDeadline } from './far-deadline.ts'
import { withPlainMessage } from './grpc-message.ts'
import { keepJson } from './kept-json.ts'
import { answerUnimplemented } from './unimplemented.ts'
import { dropUnread } from './unread-body.ts'

/** Called and awaited before the answer, for a call that did not reach an interceptor; see record-undecoded.ts. */
export type RecordUndecoded = (call: IncomingCall) => Promise<DomainError | undefined>

/**
 * Serves the RPCs of a router.
 *
 * @param limitOf how many bytes a message of a call to the method may have
 */
export function adapter(
  router: ConnectRouter,
  limitOf: (method: DescMethod) => number,
  recordUndecoded: RecordUndecoded = async () => undefined,
): Listener {
  repairJsonParse()
  const handlers = new Map(router.handlers.map((handler) => [handler.requestPath, handler]))
  return (request, response) => {
    const handler = handlers.get(request.url?.split('?', 1)[0] ?? '')
    if (handler === undefined) return answerUnimplemented(request, response)
    const { method } = handler
    const serve = async (): Promise<void> => {
      const values = createContextValues()
        .set(peerKey, plainAddress(request.socket.remoteAddress ?? ''))
        .set(connectionKey, request.stream.session)
      const sent = universalRequestFromNodeRequest(request, response, undefined, values)
      withoutFarDeadline(sent.header)
      const { request: limited, release } = holdMessages(limitMessages(sent, limitOf(method)), method)
      onceClosed(response.stream, release)
      const { request: keptRequest, problem } = keepJson(limited)
      const answer = withEncoded(await handler(keptRequest), values)
      const origin = values.get(originKey)
      const refusal =
        origin.from === 'network' && origin.isServed
          ? undefined
          : await recordUndecoded({
              requestHeader: keptRequest.header,
              responseHeader: new Headers(answer.header),
              values,
              method,
            })
      const given =
        refusal === undefined ? answer : await refused(answer, refusal, () => problem(method.input))
      dropUnread(response.stream)
      await universalResponseToNodeResponse(withPlainMessage(holdAnswer(given, values, response)), response)
    }
    serve().catch((reason) => {
      if (ConnectError.from(reason).code !== Code.Aborted)
        response.stream.close(http2.constants.NGHTTP2_INTERNAL_ERROR)
    })
  }
}

/**
 * The answer of a unary Connect call whose message could not be decoded, with the reason. Connect-ES answers a binary message
 * that cannot be decoded as if the fault were the server's, and JSON without a reason.
 */
async function refused(
  answer: UniversalServerResponse,
  refusal: DomainError,
  problem: () => string | undefined,
): Promise<UniversalServerResponse> {
  const { status, body } = answer
  if (!(body instanceof Object) || !(Symbol.asyncIterator in body)) return answer
  if (status === 501) return withBody(answer, await uncompressed(body))
  if (status !== 500 && status !== 400) return answer
  const explained = status === 400 ? messageOf(await readAll(body)) : undefined
  const { reason, message, details } = refusal
  const text = explained === undefined ? message : (problem() ?? explained)
  const bytes = errorToJsonBytes(
    toConnectError(new DomainError(reason, text, details && { details })),
    undefined,
  )
  return withBody({ ...answer, status: 400 }, bytes)
}

/** The error about a compressed message, in words of our own. */
async function uncompressed(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const message = withoutEcho(messageOf(await readAll(body)) ?? '')
  return errorToJsonBytes(new ConnectError(message, Code.Unimplemented), undefined)
}

function withBody(answer: UniversalServerResponse, bytes: Uint8Array): UniversalServerResponse {
  const header = new Headers(answer.header)
  header.set('content-length', String(bytes.length))
  return { status: answer.status, header, body: createAsyncIterable([bytes]) }
}

async function readAll(body: AsyncIterable<Uint8Array>): Promise<string> {
  return Buffer.concat(await Array.fromAsync(body)).toString()
}

function messageOf(text: string): string | undefined {
  const { message } = JSON.parse(text) as { message?: string }
  return message
}

/** The HTTP/2 connection that a call came over. */
export const connectionKey = createContextKey<Http2Session | undefined>(undefined, {
  description: 'connection',
})

type Listener = (request: Http2ServerRequest, response: Http2ServerResponse) => void

import type { DescMethod } from '@bufbuild/protobuf'
import type { Interceptor, Transport } from '@connectrpc/connect'
import { createTransport } from '@connectrpc/connect/protocol-connect'
import { createNodeHttpClient, Http2SessionManager } from '@connectrpc/connect-node'
import { IDEMPOTENCY_HEADER, idempotencyKey } from '../../idempotency/idempotency.ts'
import { CALLER_HEADER, callerKey, encodeCaller, SESSION_HEADER, sessionKey } from '../../identity/caller.ts'
import { traceClient } from '../../telemetry/tracing.ts'
import { batchingTransport } from '../call-batch/client.ts'
import { PENDING_BYTES } from '../call-batch/limits.ts'
import { boundedAnswers } from '../limits/bounded-answers.ts'
import { trustedStreams } from '../refused-process.ts'
import type { ClientTls } from '../tls.ts'
import { BINARY_OPTIONS, SESSION_MEMORY_MIB } from '../wire.ts'
import { boundedErrors } from './bounded-errors.ts'
import { caughtSessionErrors } from './caught-session-errors.ts'
import { connectWithin } from './connect-timeout.ts'
import { connectionErrors } from './connection-errors.ts'
import { withIdleTimeout } from './idle-timeout.ts'

/**
 * The transport to a service in another process: the Connect protocol, binary, over HTTP/2. The caller and the session of each
 * call are sent as metadata, together with the credential of this process.
 */
export function remoteTransport(options: { baseUrl: string; token: string; tls?: ClientTls }): Transport {
  const speakFor: Interceptor = (next) => (request) => {
    request.header.set('authorization', `Bearer ${options.token}`)
    const caller = request.contextValues.get(callerKey)
    if (caller !== undefined) request.header.set(CALLER_HEADER, encodeCaller(caller))
    const session = request.contextValues.get(sessionKey)
    if (session !== undefined) request.header.set(SESSION_HEADER, session)
    const key = request.contextValues.get(idempotencyKey)
    if (key !== undefined) request.header.set(IDEMPOTENCY_HEADER, key)
    return next(request)
  }
  const methods = new Map<string, DescMethod>()
  const noteMethod: Interceptor = (next) => (request) => {
    methods.set(request.url, request.method)
    return next(request)
  }
  const manager = new Http2SessionManager(
    options.baseUrl,
    { pingIntervalMs: PING_MS, pingTimeoutMs: PING_MS },
    { ...options.tls, maxSessionMemory: SESSION_MEMORY_MIB, createConnection: connectWithin(CONNECT_MS) },
  )
  const sessions = caughtSessionErrors(manager)
  const http2 = createNodeHttpClient({ httpVersion: '2', sessionProvider: () => sessions })
  const plain = createTransport({
    baseUrl: options.baseUrl,
    httpClient: boundedAnswers(boundedErrors(withIdleTimeout(connectionErrors(http2))), (url) =>
      methods.get(url),
    ),
    useBinaryFormat: true,
    binaryOptions: BINARY_OPTIONS,
    interceptors: [traceClient, trustedStreams, speakFor, noteMethod],
    acceptCompression: [],
    sendCompression: null,
    compressMinBytes: 1024,
    readMaxBytes: PENDING_BYTES,
    writeMaxBytes: PENDING_BYTES,
  })
  return batchingTransport(plain)
}

/**
 * A frozen or disconnected peer sends nothing. Its calls fail when a ping has no answer for this long. Where a peer answers only
 * pings, withIdleTimeout ends its calls.
 */
const PING_MS = 10_000
const CONNECT_MS = 10_000

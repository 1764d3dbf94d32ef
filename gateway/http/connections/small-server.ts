import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { coalescingMessage } from '../../../services/kernel/bodies/coalescing-message.ts'
import { abortWithoutStacks } from './aborts.ts'
import { type ConnectionLimits, limitConnections } from './connections.ts'
import { readScheduler } from './read-scheduler.ts'
import { requestPipeline } from './request-pipeline.ts'

/**
 * An HTTP server for a port other than the gateway's: metrics, a witness, the relay. Its callers are not authenticated. As at the
 * gateway, a connection is served one request at a time, pipelined requests share the event loop, and one address gets only a part
 * of the connections; programs of this machine, such as a proxy, may use all. A connection on which nothing happens for 20 s is
 * closed, even if its answer was not read. After an answer that was read it is closed after 5 s (Node's `keepAliveTimeout`), which
 * a stop waits for.
 */
export function smallServer(
  limits: ConnectionLimits,
  begin: (request: IncomingMessage, response: ServerResponse) => void,
): Server {
  const onParsed = (socket: Socket, requests?: number): void => reads.parsed(socket, requests)
  const pipeline = requestPipeline(begin, onParsed)
  const server = createServer(
    {
      maxHeaderSize: 8192,
      requestTimeout: 15_000,
      headersTimeout: 10_000,
      connectionsCheckingInterval: 1000,
      IncomingMessage: coalescingMessage(onParsed),
    },
    pipeline.take,
  )
  const reads = readScheduler(server)
  abortWithoutStacks(server)
  server.timeout = 20_000
  server.maxConnections = limits.total
  limitConnections(server, limits, isOfThisMachine, (socket) => pipeline.last(socket) !== undefined)
  return server
}

function isOfThisMachine(address: string): boolean {
  return address.startsWith('127.') || address === '::1'
}

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { turns } from './turns.ts'

/** Works on the requests of each connection one after another. */
export type RequestPipeline = {
  /** Begins a request at once, or once the answers to the requests before it on its connection are sent. */
  take(request: IncomingMessage, response: ServerResponse): void
  /** Returns the request that arrived last on a connection and is not answered yet. */
  last(socket: Duplex): IncomingMessage | undefined
  /** Runs `end` once every request that has arrived on a connection is answered. */
  afterLast(socket: Duplex, end: () => void): void
}

/**
 * Works on one request of a connection at a time (RFC 9112 section 9.3.2). Pipelined requests behind it wait: Node has parsed
 * the rest of one chunk already, and the connection is not read further until these requests are answered. A connection is closed
 * without an answer if it has more than `MAX_WAITING` parsed requests, or if its request is one more than `MAX_PARSED` of all
 * connections together. One turn of the event loop begins at most `BEGUN_A_TURN` requests that have waited: requests that are
 * answered at once would otherwise follow each other without a turn between them.
 *
 * @param begin answers a request; the response's `close` ends its turn
 * @param onParsed called with the connection of a request, and with how many requests it counts for: a pipelined one for one, and
 *   each `LINES_A_REQUEST` header lines beyond the first `LINES_OF_CLIENTS` for a further one
 */
export function requestPipeline(
  begin: (request: IncomingMessage, response: ServerResponse) => void,
  onParsed: (socket: Socket, requests: number) => void,
): RequestPipeline {
  const queues = new WeakMap<Duplex, Queue>()
  const inTurn = turns(BEGUN_A_TURN)
  let parsed = 0

  const start = (queue: Queue, request: IncomingMessage, response: ServerResponse): void => {
    queue.current = [request, response]
    begin(request, response)
  }
  const wait = (queue: Queue, request: IncomingMessage, response: ServerResponse): void => {
    const { socket } = request
    if (queue.waiting.length >= MAX_WAITING || parsed >= MAX_PARSED) {
      socket.destroy()
      return
    }
    queue.waiting.push([request, response])
    parsed += 1
    if (queue.waiting.length > 1) return
    queue.current?.[1].once('close', () => inTurn(() => next(queue, socket)))
    // Node resumes reading after each message. This runs after the chunk that is being parsed.
    process.nextTick(() => {
      if (queue.waiting.length === 0) return
      socket.on('resume', pause)
      socket.pause()
    })
  }
  const next = (queue: Queue, socket: Duplex): void => {
    if (socket.destroyed) {
      parsed -= queue.waiting.length
      queue.waiting = []
      return
    }
    const [request, response] = queue.waiting.shift()!
    parsed -= 1
    start(queue, request, response)
    if (queue.waiting.length > 0) response.once('close', () => inTurn(() => next(queue, socket)))
    else socket.off('resume', pause).resume()
  }
  return {
    take: (request, response) => {
      const { socket } = request
      const queue = queues.get(socket) ?? { current: undefined, waiting: [] }
      queues.set(socket, queue)
      const isWaiting = queue.waiting.length > 0 || !isOver(queue.current?.[1])
      const requests = longHeader(request) + (isWaiting ? 1 : 0)
      if (requests > 0) onParsed(socket, requests)
      if (isWaiting) wait(queue, request, response)
      else start(queue, request, response)
    },
    last: (socket) => lastOf(queues.get(socket))?.[0],
    afterLast: (socket, end) => {
      const last = lastOf(queues.get(socket))
      if (last === undefined) end()
      else last[1].once('close', end)
    },
  }
}

function lastOf(queue: Queue | undefined): Turn | undefined {
  const last = queue?.waiting.at(-1) ?? queue?.current
  return isOver(last?.[1]) ? undefined : last
}

/** How many requests take as long to parse as the header lines that a request has beyond those of usual clients. */
function longHeader({ rawHeaders }: IncomingMessage): number {
  return Math.max(0, Math.ceil((rawHeaders.length / 2 - LINES_OF_CLIENTS) / LINES_A_REQUEST))
}

/** Keeps Node from reading more of the connection. */
function pause(this: Duplex): void {
  this.pause()
}

function isOver(response: ServerResponse | undefined): boolean {
  return response === undefined || response.writableFinished || response.destroyed
}

type Turn = [request: IncomingMessage, response: ServerResponse]
/** `current`: the request that was begun last. */
type Queue = { current: Turn | undefined; waiting: Turn[] }

const BEGUN_A_TURN = 16
/** Browsers behind proxies send some thirty. */
const LINES_OF_CLIENTS = 32
const LINES_A_REQUEST = 8
/** Node reads 64 KiB at once. If each request has a key, no chunk has as many requests. */
const MAX_WAITING = 500
/** A parsed request that waits takes about 5 KiB. */
const MAX_PARSED = 10_000

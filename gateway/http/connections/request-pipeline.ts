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
 * @param onWaiting called for each pipelined request, with its connection
 */
export function requestPipeline(
  begin: (request: IncomingMessage, response: ServerResponse) => void,
  onWaiting: (socket: Socket) => void,
): RequestPipeline {
  const lines = new WeakMap<Duplex, Line>()
  const inTurn = turns(BEGUN_A_TURN)
  let parsed = 0

  const start = (line: Line, request: IncomingMessage, response: ServerResponse): void => {
    line.current = [request, response]
    begin(request, response)
  }
  const wait = (line: Line, request: IncomingMessage, response: ServerResponse): void => {
    const { socket } = request
    onWaiting(socket)
    if (line.waiting.length >= MAX_WAITING || parsed >= MAX_PARSED) {
      socket.destroy()
      return
    }
    line.waiting.push([request, response])
    parsed += 1
    if (line.waiting.length > 1) return
    line.current?.[1].once('close', () => inTurn(() => next(line, socket)))
    // Node resumes reading after each message. This runs after the chunk that is being parsed.
    process.nextTick(() => {
      if (line.waiting.length === 0) return
      socket.on('resume', pause)
      socket.pause()
    })
  }
  const next = (line: Line, socket: Duplex): void => {
    if (socket.destroyed) {
      parsed -= line.waiting.length
      line.waiting = []
      return
    }
    const [request, response] = line.waiting.shift()!
    parsed -= 1
    start(line, request, response)
    if (line.waiting.length > 0) response.once('close', () => inTurn(() => next(line, socket)))
    else socket.off('resume', pause).resume()
  }
  return {
    take: (request, response) => {
      const { socket } = request
      const line = lines.get(socket) ?? { current: undefined, waiting: [] }
      lines.set(socket, line)
      if (line.waiting.length === 0 && isOver(line.current?.[1])) start(line, request, response)
      else wait(line, request, response)
    },
    last: (socket) => lastOf(lines.get(socket))?.[0],
    afterLast: (socket, end) => {
      const last = lastOf(lines.get(socket))
      if (last === undefined) end()
      else last[1].once('close', end)
    },
  }
}

function lastOf(line: Line | undefined): Turn | undefined {
  const last = line?.waiting.at(-1) ?? line?.current
  return isOver(last?.[1]) ? undefined : last
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
type Line = { current: Turn | undefined; waiting: Turn[] }

const BEGUN_A_TURN = 16
/** Node reads 64 KiB at once. If each request has a key, no chunk has as many requests. */
const MAX_WAITING = 500
/** A parsed request that waits takes about 5 KiB. */
const MAX_PARSED = 10_000

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
  const lines = new WeakMap<Duplex, Line>()
  const inTurn = turns(BEGUN_A_TURN)
  let parsed = 0

  const start = (line: Line, request: IncomingMessage, response: ServerResponse): void => {
    line.current = [request, response]
    begin(request, response)
  }
  const wait = (line: Line, request: IncomingMessage, response: ServerResponse): void => {
    const { socket } = request
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
      const isWaiting = line.waiting.length > 0 || !isOver(line.current?.[1])
      const requests = longHeader(request) + (isWaiting ? 1 : 0)
      if (requests > 0) onParsed(socket, requests)
      if (isWaiting) wait(line, request, response)
      else start(line, request, response)
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
type Line = { current: Turn | undefined; waiting: Turn[] }

const BEGUN_A_TURN = 16
/** Browsers behind proxies send some thirty. */
const LINES_OF_CLIENTS = 32
const LINES_A_REQUEST = 8
/** Node reads 64 KiB at once. If each request has a key, no chunk has as many requests. */
const MAX_WAITING = 500
/** A parsed request that waits takes about 5 KiB. */
const MAX_PARSED = 10_000

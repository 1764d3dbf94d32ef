import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf, plainAddress } from '../../services/kernel/identity/client-network.ts'

/** Notices pipelined requests as they are parsed. */
export type ReadScheduler = {
  /** A pipelined request was parsed, and waits. */
  parsed(): void
}

/**
 * Limits how many pipelined requests one turn of the event loop parses. Node parses all requests of what it reads at once from a
 * connection, up to 64 KiB of them, and reads every connection that has bytes in the same turn. A few hundred connections that
 * send at the same moment would hold the event loop for seconds. Once a turn has parsed `MOST`, no other connection is
 * read in it. The connections are read again over the next turns, addresses in turn: one, and twice as many after each
 * turn that stays below the limit.
 */
export function readScheduler(server: Server): ReadScheduler {
  const open = new Set<Socket>()
  const held = new Map<string, Socket[]>()
  /** Whose turn it is: they MUST be read before they wait again. */
  const theirs = new Set<Socket>()
  let count = 0
  let batch = 1
  let scheduled = false

  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    if (count >= MOST || held.size > 0) hold(socket)
  })
  const hold = (socket: Socket): void => {
    if (socket.isPaused() || socket.destroyed || theirs.has(socket)) return
    socket.pause()
    const network = networkOf(plainAddress(socket.remoteAddress ?? ''))
    const waiting = held.get(network)
    if (waiting === undefined) held.set(network, [socket])
    else waiting.push(socket)
  }
  const turn = (): void => {
    scheduled = false
    batch = count >= MOST ? 1 : Math.min(batch * 2, LARGEST_BATCH)
    count = 0
    theirs.clear()
    for (let n = 0; n < batch && held.size > 0; n++) readNext()
    if (held.size > 0) schedule()
  }
  const readNext = (): void => {
    const [network, waiting] = held.entries().next().value!
    const socket = waiting.pop()!
    held.delete(network)
    if (waiting.length > 0) held.set(network, waiting)
    if (socket.destroyed) return
    theirs.add(socket)
    socket.resume()
  }
  const schedule = (): void => {
    if (scheduled) return
    scheduled = true
    setImmediate(turn)
  }
  return {
    parsed: () => {
      count += 1
      schedule()
      if (count === MOST) for (const socket of open) hold(socket)
    },
  }
}

/** Less than one connection can send at once. */
const MOST = 400
const LARGEST_BATCH = 64

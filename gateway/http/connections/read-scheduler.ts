import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf, plainAddress } from '../../../services/kernel/identity/client-network.ts'

/** Notices pipelined requests as they are parsed. */
type ReadScheduler = {
  /** A pipelined request of a connection was parsed, and waits. */
  parsed(socket: Socket): void
}

/**
 * Limits how many pipelined requests one turn of the event loop parses. Node parses all requests of what it reads at once from a
 * connection, up to 64 KiB of them, and reads every connection that has bytes in the same turn. A few hundred connections that
 * send at the same moment would hold the event loop for seconds. Once a turn has parsed `MOST`, no other connection is
 * read in it. The connections are read again over the next turns, addresses in turn: one, and twice as many after each
 * turn that stays below the limit.
 *
 * An address of which one connection pipelined `HEAVY` requests at once is heavy for a while. Of all heavy addresses together, one
 * connection is read at a time, and then none for `REST` times as long as that took: so what they send takes at most a fifth of the
 * event loop's time.
 */
export function readScheduler(server: Server): ReadScheduler {
  const open = new Set<Socket>()
  /** Connections that wait to be read, oldest first, by address. */
  const held: { light: Queues; heavy: Queues } = { light: new Map(), heavy: new Map() }
  const waiting = new Set<Socket>()
  /** Whose turn it is: they MUST be read before they wait again. */
  const theirs = new Set<Socket>()
  const heavy = heavyAddresses()
  let count = 0
  let batch = 1
  let scheduled = false
  /** When the heavy connection was let read that is read in this turn; when the next one may be. */
  let began: number | undefined
  let next = 0
  let timer: NodeJS.Timeout | undefined

  server.on('connection', (socket: Socket) => {
    open.add(socket)
    // A closed one has no address any more.
    const address = addressOf(socket)
    socket.once('close', () => {
      open.delete(socket)
      waiting.delete(socket)
      for (const queues of [held.light, held.heavy]) drop(queues, address, socket)
    })
    // An answer that ends on it resumes it too.
    socket.on('resume', () => {
      if (waiting.has(socket)) socket.pause()
    })
    // Later in this turn: Node.js begins to read a new connection in the next tick, paused or not.
    process.nextTick(() => {
      if (count >= MOST || held.light.size > 0 || heavy.has(address)) hold(socket)
    })
  })
  server.once('close', () => clearTimeout(timer))
  /** Counts a request of the connection. What waits of an address that becomes heavy by it waits with the heavy ones. */
  const weigh = (socket: Socket): void => {
    const address = heavy.count(socket)
    const queue = address === undefined ? undefined : held.light.get(address)
    if (address === undefined || queue === undefined) return
    held.light.delete(address)
    held.heavy.set(address, new Set([...(held.heavy.get(address) ?? []), ...queue]))
  }
  const hold = (socket: Socket): void => {
    if (socket.isPaused() || socket.destroyed || theirs.has(socket)) return
    socket.pause()
    waiting.add(socket)
    const address = addressOf(socket)
    enqueue(heavy.has(address) ? held.heavy : held.light, address, socket)
    schedule()
  }
  const turn = (): void => {
    scheduled = false
    batch = count >= MOST ? 1 : Math.min(batch * 2, LARGEST_BATCH)
    count = 0
    heavy.endTurn()
    theirs.clear()
    const now = performance.now()
    if (began !== undefined) next = now + Math.min((now - began) * REST, MOST_REST_MS)
    began = undefined
    for (let n = 0; n < batch && held.light.size > 0; n++) readNext(held.light)
    if (now >= next && held.heavy.size > 0) {
      readNext(held.heavy)
      began = now
    }
    schedule()
  }
  const readNext = (queues: Queues): void => {
    const socket = dequeue(queues)
    waiting.delete(socket)
    if (socket.destroyed) return
    theirs.add(socket)
    socket.resume()
  }
  /** The next turn comes at once where something is to be counted or read, and otherwise when a heavy connection may be read. */
  const schedule = (): void => {
    if (scheduled) return
    if (count > 0 || began !== undefined || held.light.size > 0) {
      scheduled = true
      setImmediate(turn)
    } else if (held.heavy.size > 0 && timer === undefined)
      timer = setTimeout(
        () => {
          timer = undefined
          if (!scheduled) turn()
        },
        Math.max(1, next - performance.now()),
      )
  }
  return {
    parsed: (socket) => {
      count += 1
      weigh(socket)
      schedule()
      if (count === MOST) for (const one of open) hold(one)
    },
  }
}

/** Addresses that are heavy, each for a while, and the requests that the connection which is parsed now has pipelined in this turn. */
function heavyAddresses() {
  const until = new Map<string, number>()
  let parsing: { socket: Socket | undefined; requests: number } = { socket: undefined, requests: 0 }
  return {
    has(address: string): boolean {
      const end = until.get(address)
      if (end === undefined) return false
      if (performance.now() < end) return true
      until.delete(address)
      return false
    },
    /** @returns the address of the connection where it becomes heavy by this request */
    count(socket: Socket): string | undefined {
      if (parsing.socket !== socket) parsing = { socket, requests: 0 }
      parsing.requests += 1
      if (parsing.requests !== HEAVY) return undefined
      const address = addressOf(socket)
      if (until.size >= MAX_HEAVY) until.clear()
      until.set(address, performance.now() + HEAVY_MS)
      return address
    },
    endTurn(): void {
      parsing.socket = undefined
    },
  }
}

/** Waiting connections by address: the addresses in the order of their turns, the connections of each oldest first. */
type Queues = Map<string, Set<Socket>>

function enqueue(queues: Queues, address: string, socket: Socket): void {
  const queue = queues.get(address)
  if (queue === undefined) queues.set(address, new Set([socket]))
  else queue.add(socket)
}

/** Takes the oldest connection of the address whose turn it is; the address has its next turn after all others. */
function dequeue(queues: Queues): Socket {
  const [address, queue] = queues.entries().next().value!
  const socket: Socket = queue.values().next().value!
  queue.delete(socket)
  queues.delete(address)
  if (queue.size > 0) queues.set(address, queue)
  return socket
}

function drop(queues: Queues, address: string, socket: Socket): void {
  const queue = queues.get(address)
  if (queue?.delete(socket) && queue.size === 0) queues.delete(address)
}

function addressOf(socket: Socket): string {
  return networkOf(plainAddress(socket.remoteAddress ?? ''))
}

/** Less than one connection can send at once. */
const MOST = 400
const LARGEST_BATCH = 64
/** More than a client sends that waits for answers at all. */
const HEAVY = 200
const HEAVY_MS = 10_000
const MAX_HEAVY = 10_000
const REST = 4
const MOST_REST_MS = 1000

import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf, plainAddress } from '../../../services/kernel/identity/client-network.ts'
import { HeavyAddresses, HeavyPace } from './heavy-addresses.ts'
import { HeldConnections } from './held-connections.ts'

/** Is told of pipelined requests as they are parsed. */
type ReadScheduler = {
  /** Reports that pipelined requests of a connection were parsed, or what takes as long. @param requests how many; default 1 */
  parsed(socket: Socket, requests?: number): void
}

/**
 * Limits how many pipelined requests one turn of the event loop parses. Node parses all requests of what it reads at once from a
 * connection, up to 64 KiB of them, and reads every connection that has bytes in the same turn. A few hundred connections that
 * send at the same moment would hold the event loop for seconds. Once a turn has parsed `MOST`, no other connection is read in it.
 * The connections are read again over the next turns, addresses in turn: one, and twice as many after each turn that stays below
 * the limit.
 *
 * An address is heavy for a while after one of its connections pipelined hundreds of requests at once (heavy-addresses.ts). Only
 * one connection of all heavy addresses is read at a time, followed by a pause of several times that duration. Heavy addresses
 * therefore use at most a fifth of the event loop's time.
 */
export function readScheduler(server: Server): ReadScheduler {
  const scheduler = new Scheduler()
  server.on('connection', (socket: Socket) => scheduler.accept(socket))
  server.once('close', () => scheduler.stop())
  return { parsed: (socket, requests = 1) => scheduler.parsed(socket, requests) }
}

class Scheduler {
  readonly #open = new Set<Socket>()
  readonly #light = new HeldConnections()
  readonly #heavy = new HeldConnections()
  /** The connections in either. */
  readonly #held = new Set<Socket>()
  /** Connections whose turn it is: they MUST be read before they wait again. */
  readonly #released = new Set<Socket>()
  readonly #heavyAddresses = new HeavyAddresses()
  readonly #pace = new HeavyPace()
  /** Requests that this turn of the event loop has parsed. */
  #parsed = 0
  /** How many connections of light addresses the last turn could read. */
  #batch = 1
  #isScheduled = false
  #timer: NodeJS.Timeout | undefined

  accept(socket: Socket): void {
    this.#open.add(socket)
    // Read now: a closed connection has no address any more.
    const address = addressOf(socket)
    socket.once('close', () => {
      this.#open.delete(socket)
      this.#held.delete(socket)
      this.#light.remove(address, socket)
      this.#heavy.remove(address, socket)
    })
    // The end of an answer on the connection resumes it too.
    socket.on('resume', () => {
      if (this.#held.has(socket)) socket.pause()
    })
    // Later in this turn: Node.js begins to read a new connection in the next tick, paused or not.
    process.nextTick(() => {
      if (this.#parsed >= MOST || !this.#light.isEmpty || this.#heavyAddresses.has(address))
        this.#hold(socket)
    })
  }

  parsed(socket: Socket, requests: number): void {
    const isBelow = this.#parsed < MOST
    this.#parsed += requests
    if (this.#heavyAddresses.count(socket, requests)) this.#makeHeavy(addressOf(socket))
    this.#schedule()
    if (isBelow && this.#parsed >= MOST) for (const one of this.#open) this.#hold(one)
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  #makeHeavy(address: string): void {
    this.#heavyAddresses.add(address)
    this.#light.move(address, this.#heavy)
  }

  #hold(socket: Socket): void {
    if (socket.isPaused() || socket.destroyed || this.#released.has(socket)) return
    socket.pause()
    this.#held.add(socket)
    const address = addressOf(socket)
    const queue = this.#heavyAddresses.has(address) ? this.#heavy : this.#light
    queue.add(address, socket)
    this.#schedule()
  }

  #release(queue: HeldConnections): void {
    const socket = queue.take()
    this.#held.delete(socket)
    if (socket.destroyed) return
    this.#released.add(socket)
    socket.resume()
  }

  /**
   * Schedules the next turn: at once if there is something to count or to read, otherwise when a heavy connection may be read.
   */
  #schedule(): void {
    if (this.#isScheduled) return
    if (this.#parsed > 0 || this.#pace.isReading || !this.#light.isEmpty) {
      this.#isScheduled = true
      setImmediate(this.#turn)
    } else if (!this.#heavy.isEmpty && this.#timer === undefined)
      this.#timer = setTimeout(this.#timerEnded, Math.max(1, this.#pace.wait(performance.now())))
  }

  readonly #timerEnded = (): void => {
    this.#timer = undefined
    if (!this.#isScheduled) this.#turn()
  }

  readonly #turn = (): void => {
    this.#isScheduled = false
    this.#batch = this.#parsed >= MOST ? 1 : Math.min(this.#batch * 2, LARGEST_BATCH)
    this.#parsed = 0
    this.#released.clear()
    const now = performance.now()
    this.#heavyAddresses.endTurn()
    this.#pace.endTurn(now)
    for (let n = 0; n < this.#batch && !this.#light.isEmpty; n++) this.#release(this.#light)
    if (!this.#heavy.isEmpty && this.#pace.wait(now) <= 0) {
      this.#release(this.#heavy)
      this.#pace.begin(now)
    }
    this.#schedule()
  }
}

function addressOf(socket: Socket): string {
  return networkOf(plainAddress(socket.remoteAddress ?? ''))
}

/** Less than one connection can send at once. */
const MOST = 400
const LARGEST_BATCH = 64

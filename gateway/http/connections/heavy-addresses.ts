import type { Socket } from 'node:net'
import { RecentMap } from '../../../services/kernel/values/recent-map.ts'

/**
 * Addresses of which one connection has pipelined `HEAVY` requests in one turn of the event loop. An address stays heavy for a
 * while.
 */
export class HeavyAddresses {
  readonly #until = new RecentMap<string, number>(ADDRESSES)
  /** The connection that is parsed now, and the number of requests that it has pipelined in this turn. */
  #parsing: Socket | undefined
  #requests = 0

  has(address: string): boolean {
    const end = this.#until.get(address)
    if (end === undefined) return false
    if (performance.now() < end) return true
    this.#until.delete(address)
    return false
  }

  /** Counts pipelined requests. @returns whether the address of their connection becomes heavy by them */
  count(socket: Socket, requests: number): boolean {
    if (this.#parsing !== socket) {
      this.#parsing = socket
      this.#requests = 0
    }
    const isBelow = this.#requests < HEAVY
    this.#requests += requests
    return isBelow && this.#requests >= HEAVY
  }

  add(address: string): void {
    this.#until.set(address, performance.now() + HEAVY_MS)
  }

  endTurn(): void {
    this.#parsing = undefined
  }
}

/**
 * Decides when connections of heavy addresses are read: one in a turn of the event loop, then none for `REST` times the duration
 * of that turn.
 */
export class HeavyPace {
  /** The time at which the turn began in which a connection is read. */
  #began: number | undefined
  #next = 0

  get isReading(): boolean {
    return this.#began !== undefined
  }

  begin(now: number): void {
    this.#began = now
  }

  endTurn(now: number): void {
    if (this.#began !== undefined) this.#next = now + Math.min((now - this.#began) * REST, MAX_REST_MS)
    this.#began = undefined
  }

  /** Returns the milliseconds until the next connection may be read; 0 or less: now. */
  wait(now: number): number {
    return this.#next - now
  }
}

/** More requests than any client pipelines that waits for answers. */
const HEAVY = 200
const HEAVY_MS = 10_000
const ADDRESSES = 10_000
const REST = 4
const MAX_REST_MS = 1000

import type { Socket } from 'node:net'

/** Connections that wait to be read, oldest first, by address. Addresses take turns. */
export class HeldConnections {
  readonly #queues = new Map<string, Set<Socket>>()

  get isEmpty(): boolean {
    return this.#queues.size === 0
  }

  add(address: string, socket: Socket): void {
    const queue = this.#queues.get(address)
    if (queue === undefined) this.#queues.set(address, new Set([socket]))
    else queue.add(socket)
  }

  /** Takes the oldest connection of the address whose turn it is; the address has its next turn after all others. */
  take(): Socket {
    const [address, queue] = this.#queues.entries().next().value!
    const socket: Socket = queue.values().next().value!
    queue.delete(socket)
    this.#queues.delete(address)
    if (queue.size > 0) this.#queues.set(address, queue)
    return socket
  }

  remove(address: string, socket: Socket): void {
    const queue = this.#queues.get(address)
    if (queue?.delete(socket) && queue.size === 0) this.#queues.delete(address)
  }

  /** Moves the connections of an address to `to`, behind those that the address has there already. */
  move(address: string, to: HeldConnections): void {
    const queue = this.#queues.get(address)
    if (queue === undefined) return
    this.#queues.delete(address)
    for (const socket of queue) to.add(address, socket)
  }
}

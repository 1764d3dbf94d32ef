import type { Http2Session } from 'node:http2'
import type { Socket } from 'node:net'
import { networkOf, plainAddress } from '../../identity/client-network.ts'
import { socketName } from './socket-name.ts'

/**
 * Limits the connections of a port without an authenticated call, including those on which nothing was ever sent: silent ones
 * would take the place of everybody else for as long as a session may be idle. Beyond `most`, the oldest connection of the
 * network (RFC 6177) with the most of them is ended. Connections with an authenticated call are never ended here.
 */
export class UnauthenticatedConnections {
  readonly #most: number
  /** Sockets by name. */
  readonly #open = new Map<string, Socket>()
  /** The names of these sockets by network, oldest first. */
  readonly #byNetwork = new Map<string, Set<string>>()
  readonly #authenticated = new WeakSet<Http2Session>()

  constructor(most: number) {
    this.#most = most
  }

  /** A connection was accepted. */
  readonly opened = (socket: Socket): void => {
    const name = socketName(socket)
    const network = networkOfSocket(socket)
    // A connection that was reset a moment ago had the same port, and has not closed yet.
    this.#remove(name, network)
    this.#open.set(name, socket)
    const own = this.#byNetwork.get(network) ?? new Set()
    this.#byNetwork.set(network, own.add(name))
    socket.once('close', () => {
      if (this.#open.get(name) === socket) this.#remove(name, network)
    })
    if (this.#open.size > this.#most) this.#endOne()
  }

  /** A call on this connection was authenticated. */
  readonly authenticated = (session: Http2Session): void => {
    if (this.#authenticated.has(session) || session.destroyed) return
    this.#authenticated.add(session)
    const socket = session.socket
    this.#remove(socketName(socket), networkOfSocket(socket))
  }

  #remove(name: string, network: string): void {
    this.#open.delete(name)
    const own = this.#byNetwork.get(network)
    own?.delete(name)
    if (own?.size === 0) this.#byNetwork.delete(network)
  }

  /** Ends one connection. It is removed at once: its `close` comes in a later turn, and others may be accepted before. */
  #endOne(): void {
    let [from, most]: [string, ReadonlySet<string>] = ['', new Set()]
    for (const [network, own] of this.#byNetwork) if (own.size > most.size) [from, most] = [network, own]
    const [oldest = ''] = most
    const socket = this.#open.get(oldest)
    this.#remove(oldest, from)
    socket?.destroy()
  }
}

function networkOfSocket({ remoteAddress }: Socket): string {
  return networkOf(plainAddress(remoteAddress ?? ''))
}

import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf, plainAddress } from '../../../services/kernel/identity/client-network.ts'

/** The limits of open connections, for one address and for all addresses together. */
export type ConnectionLimits = { perAddress: number; total: number }

/**
 * Limits how many connections one address (IPv6: one /64) has open, and how long they may be idle when the server is more than
 * half full. A connection beyond the limit of its address replaces the idle connection of that address that has been open longest.
 * If no idle one is found, the new connection is closed at once. Trusted proxies are not limited separately, because many clients
 * share them.
 *
 * @param limits.perAddress connections of one address
 * @param limits.total `server.maxConnections`
 * @param isTrusted whether an address is a trusted proxy's
 * @param isBusy whether a request of a connection is being answered
 */
export function limitConnections(
  server: Server,
  limits: ConnectionLimits,
  isTrusted: (address: string) => boolean,
  isBusy: (socket: Socket) => boolean,
): void {
  const open = new Map<Socket, Connection>()
  const byNetwork = new Map<string, Set<Socket>>()

  server.on('connection', (socket: Socket) => {
    const address = plainAddress(socket.remoteAddress ?? '')
    const network = networkOf(address)
    const own = byNetwork.get(network) ?? new Set()
    if (own.size >= limits.perAddress && !isTrusted(address)) {
      const idle = firstIdle(own, isBusy)
      if (idle === undefined) {
        socket.destroy()
        return
      }
      own.delete(idle)
      idle.destroy()
    }
    byNetwork.set(network, own)
    own.add(socket)
    open.set(socket, { read: -1, idleSweeps: 0 })
    socket.once('close', () => {
      open.delete(socket)
      own.delete(socket)
      if (own.size === 0 && byNetwork.get(network) === own) byNetwork.delete(network)
    })
  })
  const sweep = setInterval(() => {
    if (open.size <= limits.total / 2) return
    for (const [socket, connection] of open) {
      const { bytesRead } = socket
      connection.idleSweeps = connection.read === bytesRead && !isBusy(socket) ? connection.idleSweeps + 1 : 0
      connection.read = bytesRead
      if (connection.idleSweeps >= IDLE_SECONDS) socket.destroy()
    }
  }, 1000).unref()
  server.once('close', () => clearInterval(sweep))
}

/** Returns the first idle connection among those that have been open longest. */
function firstIdle(sockets: Set<Socket>, isBusy: (socket: Socket) => boolean): Socket | undefined {
  let searched = 0
  for (const socket of sockets) {
    if (!isBusy(socket)) return socket
    searched += 1
    if (searched === MAX_SEARCHED) return undefined
  }
  return undefined
}

/** Limit of connections that are searched for an idle one. */
const MAX_SEARCHED = 50

/** Seconds that a connection may be idle while the server is more than half full. */
const IDLE_SECONDS = 3

/**
 * `read`: bytes that the connection had received at the last sweep; `idleSweeps`: the number of sweeps since anything happened.
 */
type Connection = { read: number; idleSweeps: number }

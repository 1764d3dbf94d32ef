import type { Server, Socket } from 'node:net'

/**
 * Ends the connections of a server on which nothing was ever sent, a second after the server was told to close: they have no call in
 * progress, and browsers open them in advance. Node.js counts them neither as idle nor as closed until their request has timed out.
 * A request that has arrived is read within this second.
 *
 * @returns to be called when the server was told to close
 */
export function silentConnections(server: Server): () => void {
  const open = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  return () => {
    const timer = setTimeout(() => {
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
    }, UNREAD_MS)
    server.once('close', () => clearTimeout(timer))
  }
}

const UNREAD_MS = 1000

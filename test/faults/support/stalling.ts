import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** How a peer that accepts every connection treats it. */
export type Stalling = keyof typeof WAYS

const WAYS = {
  /** Reads, and never answers. */
  silent: () => {},
  /** Answers a byte a second, and never ends the head. */
  drip: (socket: Socket) => {
    const head = Buffer.from(`HTTP/1.1 200 OK\r\n${'x-filler: 1\r\n'.repeat(1000)}`)
    let at = 0
    const timer = setInterval(() => {
      socket.write(head.subarray(at, at + 1))
      at += 1
    }, 1000)
    socket.on('close', () => clearInterval(timer))
  },
  garbage: (socket: Socket) => void socket.end('\0\xff not HTTP, and not SMTP\r\n\r\n'),
  half: (socket: Socket) => void socket.end('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\nhalf'),
  /** Answers with 1 GB. */
  endless: (socket: Socket) => {
    socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${1024 ** 3}\r\n\r\n`)
    const chunk = Buffer.alloc(64 * 1024, 'x')
    const more = (): void => {
      while (!socket.destroyed && socket.write(chunk));
    }
    socket.on('drain', more)
    more()
  },
}

/** Starts a peer on loopback. */
export async function startStalling(how: Stalling) {
  const open = new Set<Socket>()
  const seen = { connections: 0, most: 0, bytesSent: 0 }
  const server = createServer((socket) => {
    open.add(socket)
    seen.connections += 1
    seen.most = Math.max(seen.most, open.size)
    socket.on('error', () => {})
    socket.on('close', () => {
      open.delete(socket)
      seen.bytesSent += socket.bytesWritten
    })
    socket.once('data', () => WAYS[how](socket))
    socket.resume()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    ...{ port, seen },
    url: `http://127.0.0.1:${port}`,
    open: () => open.size,
    stop: () => {
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}

import { once } from 'node:events'
import net, { type Socket } from 'node:net'
import { afterEach } from 'vitest'

/** A connection of an attacker: the text that came back on it, and whether it has ended. */
export type Attacker = { socket: Socket; received: () => string; isClosed: () => boolean }

/** Opens a connection from a loopback address and writes to it. It reads only with `reads`. */
export async function attack(
  baseUrl: string,
  bytes: string | Buffer,
  { from = '127.0.0.2', reads = false }: { from?: string; reads?: boolean } = {},
): Promise<Attacker> {
  const { port } = new URL(baseUrl)
  const socket = net.connect({ host: '127.0.0.1', port: Number(port), localAddress: from })
  const chunks: Buffer[] = []
  let closed = false
  socket.on('error', () => undefined)
  socket.on('close', () => {
    closed = true
  })
  if (reads) socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  else socket.pause()
  await Promise.race([once(socket, 'connect'), once(socket, 'close')])
  if (!closed) socket.write(bytes)
  return { socket, received: () => Buffer.concat(chunks).toString('latin1'), isClosed: () => closed }
}

/** Returns `attack` whose connections are closed at the end of the test. */
export function attacks(): typeof attack {
  const opened: Attacker[] = []
  afterEach(() => {
    for (const { socket } of opened.splice(0)) socket.destroy()
  })
  return async (...options) => {
    const attacker = await attack(...options)
    opened.push(attacker)
    return attacker
  }
}

/** The limit of a wait. Time decides no test: a wait ends when its condition holds. */
export const SOON = { timeout: 120_000 }

export const get = (path: string, headers = ''): string =>
  `GET ${path} HTTP/1.1\r\nHost: attestry.test\r\n${headers}\r\n`

export const keyHeader = (key: string): string => `Authorization: Bearer ${key}\r\n`

/** Returns the status codes of the answers on a connection, in order. */
export function statuses(received: string): number[] {
  return [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
}

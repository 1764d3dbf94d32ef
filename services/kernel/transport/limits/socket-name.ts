import type { Socket } from 'node:net'

/** The name of a socket, which its session has too: HTTP/2 exposes the socket of a session only in part. */
export function socketName({
  remoteAddress,
  remotePort,
}: Pick<Socket, 'remoteAddress' | 'remotePort'>): string {
  return `${remoteAddress} ${remotePort}`
}

import type { ClientSessionOptions, SecureClientSessionOptions } from 'node:http2'
import { connect, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { Code, ConnectError } from '@connectrpc/connect'

/**
 * Returns a function that connects as `node:http2` does, and ends a connection that is not established within `ms` milliseconds, TLS
 * handshake included. The session manager of Connect has no such limit: while a stopped process does not answer a handshake, or
 * the packets of its host are lost, all calls would wait. The calls that wait fail with `Unavailable`, and the next call connects
 * again. Connections that are established, or that drain, are not affected.
 */
export function connectWithin(ms: number): NonNullable<SessionOptions['createConnection']> {
  return (authority, options) => {
    const socket = open(authority, options)
    const timer = setTimeout(() => {
      socket.destroy(new ConnectError('the service does not accept the connection', Code.Unavailable))
    }, ms)
    const stop = (): void => clearTimeout(timer)
    return socket
      .once(authority.protocol === 'https:' ? 'secureConnect' : 'connect', stop)
      .once('close', stop)
  }
}

function open({ protocol, hostname, port }: URL, options: SessionOptions): Socket {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (protocol !== 'https:') return connect({ host, port: Number(port || 80) })
  const servername = isIP(host) === 0 ? { servername: host } : {}
  return connectTls({ ...servername, ...options, host, port: Number(port || 443), ALPNProtocols: ['h2'] })
}

type SessionOptions = ClientSessionOptions & SecureClientSessionOptions

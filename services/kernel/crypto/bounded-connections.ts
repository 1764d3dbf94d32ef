import { type ClientRequestArgs, Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { type ConnectionOptions, connect as connectTls, type TLSSocket } from 'node:tls'
import { AnswerTooLong } from './bounded-answers.ts'

/**
 * The agents of a client whose connections are closed when a peer has sent too much for one call, with what it sends below TLS and
 * before its answer (handshakes, interim answers): the client would read that until its time limit. The bytes are counted every
 * `CHECK_MS`.
 *
 * @param timeoutMs how long a connection may take until TLS begins
 */
export function boundedConnections(timeoutMs: number): { httpAgent: HttpAgent; httpsAgent: HttpsAgent } {
  const httpAgent = new HttpAgent(OPTIONS)
  const httpsAgent = new HttpsAgent(OPTIONS)
  const boundPlain = bounds(httpAgent)
  const boundSecure = bounds(httpsAgent)
  const plain = (options: ClientRequestArgs): Duplex => {
    const socket = open(options)
    boundPlain(socket, socket)
    return socket
  }
  // TLS takes over the handle of a socket, which is another one for each address of the host until one of them has answered.
  const secure = (options: ClientRequestArgs, created: Created): undefined => {
    const socket = open(options)
    socket.setTimeout(timeoutMs, () => socket.destroy(new ConnectTimeout('no connection in time')))
    socket.once('error', created).once('connect', () => {
      socket.setTimeout(0).off('error', created)
      let secured: TLSSocket
      try {
        secured = connectTls({ ...(options as ConnectionOptions), socket })
      } catch (error) {
        socket.destroy()
        return created(error as Error)
      }
      socket.once('error', (error) => secured.destroy(error))
      boundSecure(socket, secured)
      created(null, secured)
    })
  }
  Object.assign(httpAgent, { createConnection: plain })
  Object.assign(httpsAgent, { createConnection: secure })
  return { httpAgent, httpsAgent }
}

function open({ host, port, lookup }: ClientRequestArgs): Socket {
  return connect({ host: host ?? '', port: Number(port), noDelay: true, ...(lookup ? { lookup } : {}) })
}

/**
 * Returns a function that bounds a connection of an agent. `raw` counts the bytes; `used` is the socket of the calls, which is `raw`
 * or TLS over it.
 */
function bounds(agent: HttpAgent): (raw: Socket, used: Duplex) => void {
  /** The raw socket of each connection, and what it had received before the call. */
  const connections = new Map<Duplex, { raw: Socket; before: number }>()
  let timer: NodeJS.Timeout | undefined
  const check = (): void => {
    for (const [used, { raw, before }] of connections)
      if (raw.bytesRead - before > CALL_BYTES) used.destroy(new AnswerTooLong('the peer sent too much'))
  }
  agent.on('free', (used: Duplex) => {
    const freed = connections.get(used)
    if (freed !== undefined) freed.before = freed.raw.bytesRead
  })
  return (raw, used) => {
    connections.set(used, { raw, before: 0 })
    timer ??= setInterval(check, CHECK_MS).unref()
    used.once('close', () => {
      raw.destroy()
      connections.delete(used)
      if (connections.size > 0) return
      clearInterval(timer)
      timer = undefined
    })
  }
}

type Created = (error: Error | null, socket?: Duplex) => void

class ConnectTimeout extends Error {
  override readonly name = 'TimeoutError'
}

const OPTIONS = { keepAlive: true, maxSockets: 50 }
/** The longest answer, 64 KiB, with its header and what TLS adds. */
const CALL_BYTES = 256 * 1024
const CHECK_MS = 20

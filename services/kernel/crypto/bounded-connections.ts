import { type ClientRequestArgs, Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { type ConnectionOptions, connect as connectTls } from 'node:tls'
import { AnswerTooLong } from './bounded-answers.ts'

/**
 * The agents of a client whose connections are closed when a peer has sent too much for one call, with what it sends below TLS and
 * before its answer (handshakes, interim answers): the client would read that until its time limit. The bytes are counted every
 * `CHECK_MS`.
 */
export function boundedConnections(): { httpAgent: HttpAgent; httpsAgent: HttpsAgent } {
  const httpAgent = new HttpAgent(OPTIONS)
  const httpsAgent = new HttpsAgent(OPTIONS)
  const plain = (options: ClientRequestArgs): Duplex => {
    const socket = open(options)
    bound(httpAgent, socket, socket)
    return socket
  }
  const secure = (options: ClientRequestArgs): Duplex => {
    const socket = open(options)
    const secured = connectTls({ ...(options as ConnectionOptions), socket })
    socket.once('error', (error) => secured.destroy(error))
    bound(httpsAgent, socket, secured)
    return secured
  }
  Object.assign(httpAgent, { createConnection: plain })
  Object.assign(httpsAgent, { createConnection: secure })
  return { httpAgent, httpsAgent }
}

function open({ host, port, lookup }: ClientRequestArgs): Socket {
  return connect({ host: host ?? '', port: Number(port), noDelay: true, ...(lookup ? { lookup } : {}) })
}

/** @param raw counts the bytes. @param used the socket of the calls, which is `raw` or TLS over it */
function bound(agent: HttpAgent, raw: Socket, used: Socket): void {
  let before = 0
  const timer = setInterval(() => {
    if (raw.bytesRead - before > CALL_BYTES) used.destroy(new AnswerTooLong('the peer sent too much'))
  }, CHECK_MS).unref()
  const freed = (socket: Duplex): void => {
    if (socket === used) before = raw.bytesRead
  }
  agent.on('free', freed)
  used.once('close', () => {
    clearInterval(timer)
    agent.off('free', freed)
    raw.destroy()
  })
}

const OPTIONS = { keepAlive: true, maxSockets: 50 }
/** The longest answer, 64 KiB, with its header and what TLS adds. */
const CALL_BYTES = 256 * 1024
const CHECK_MS = 20

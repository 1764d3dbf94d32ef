import { Code, ConnectError } from '@connectrpc/connect'
import type { Http2SessionManager } from '@connectrpc/connect-node'

/**
 * Returns a session manager whose connections are established within `ms` milliseconds, TLS handshake included. The manager of Connect
 * has no such limit: while a stopped process does not answer a handshake, or the packets of its host are lost, all calls would wait.
 * The calls that wait fail with `Unavailable`, and the next call connects again.
 */
export function withConnectTimeout(sessions: Sessions, ms: number): SessionProvider {
  return {
    authority: sessions.authority,
    notifyResponseByteRead: (stream) => sessions.notifyResponseByteRead(stream),
    request: async (...args) => {
      const timer = setTimeout(() => {
        if (sessions.state() !== 'connecting') return
        sessions.abort(new ConnectError('the service does not accept the connection', Code.Unavailable))
      }, ms)
      return await sessions.request(...args).finally(() => clearTimeout(timer))
    },
  }
}

export type SessionProvider = Pick<Http2SessionManager, 'authority' | 'request' | 'notifyResponseByteRead'>
type Sessions = SessionProvider & Pick<Http2SessionManager, 'state' | 'abort'>

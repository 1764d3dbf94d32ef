import type { ClientHttp2Session } from 'node:http2'
import type { Http2SessionManager } from '@connectrpc/connect-node'

/**
 * Returns a session manager whose sessions always have a listener for errors. The manager of Connect removes its own where a request
 * comes between the end of a session, such as by a ping without an answer, and the error of that end. Without a listener that
 * error would end the process.
 */
export function caughtSessionErrors(sessions: SessionProvider): SessionProvider {
  const caught = new WeakSet<ClientHttp2Session>()
  return {
    authority: sessions.authority,
    notifyResponseByteRead: (stream) => sessions.notifyResponseByteRead(stream),
    request: async (...args) => {
      const stream = await sessions.request(...args)
      const { session } = stream
      if (session !== undefined && !caught.has(session as ClientHttp2Session)) {
        caught.add(session as ClientHttp2Session)
        session.on('error', () => {})
      }
      return stream
    },
  }
}

type SessionProvider = Pick<Http2SessionManager, 'authority' | 'request' | 'notifyResponseByteRead'>

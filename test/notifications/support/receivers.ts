import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { issue, makeAuthority } from '../../../gateway/cli/commands/installation/certificate-authority.ts'

/** A call that a receiver got. */
type Received = { path: string; headers: IncomingHttpHeaders; body: string }

/** Starts an HTTP server of the test; `answer` decides its answers. */
export async function startReceiver(
  answer: (call: Received, response: ServerResponse) => void = (_, response) => response.writeHead(204).end(),
) {
  const calls: Received[] = []
  const receiver = { answer }
  const server = createServer(async (request, response) => {
    const call = { path: request.url ?? '', headers: request.headers, body: await text(request) }
    calls.push(call)
    receiver.answer(call, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    calls,
    /** Returns the calls that were received at a path. */
    at: (path: string) => calls.filter((call) => call.path === path),
    answers: (next: typeof answer) => {
      receiver.answer = next
    },
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** A mail as the server got it. */
type Mail = { from: string; to: string[]; secure: boolean; source: string }

/**
 * Starts a real SMTP server that requires a login. It offers STARTTLS or begins with TLS, with a certificate of the test's own
 * authority.
 */
export async function startMailServer(scheme: 'smtp' | 'smtps' = 'smtp') {
  const validity = { from: new Date(Date.now() - 3_600_000), until: new Date(Date.now() + 86_400_000) }
  const authority = await makeAuthority('test', validity)
  const { certificate, key } = await issue(authority, 'mail', ['localhost', '127.0.0.1'], validity)
  const mails: Mail[] = []
  const server = new SMTPServer({
    ...{ secure: scheme === 'smtps', cert: certificate, key, size: 1024 * 1024, logger: false },
    onAuth: ({ username, password }, _session, done) => {
      const good = username === 'attestry' && password === 'mail password'
      done(good ? null : new Error('no'), good ? { user: username } : undefined)
    },
    onData: (stream, session, done) => {
      void text(stream).then((source) => {
        const { mailFrom, rcptTo } = session.envelope
        const from = mailFrom === false ? '' : mailFrom.address
        mails.push({ from, to: rcptTo.map(({ address }) => address), secure: session.secure, source })
        done()
      })
    },
  })
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    mails,
    ca: authority.certificate,
    url: `${scheme}://attestry:mail%20password@localhost:${port}`,
    stop: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}

import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { TLSSocket } from 'node:tls'
import { expect, test } from 'vitest'
import { issue, makeAuthority } from '../../gateway/cli/commands/installation/certificate-authority.ts'
import { mailer } from '../../services/ledger/notifications/mail.ts'

const MESSAGE = {
  ...{ id: 'x', organizationId: 'x', event: 'channel.test', title: 'A title', text: 'A text' },
  ...{ organization: 'An organization', data: {}, count: 1, link: undefined, place: undefined },
  createdAt: new Date('2026-01-01T00:00:00Z'),
}

test.each([true, false])(
  'the answer of a mail server under TLS is read up to a limit (from the first byte: %s)',
  async (secure) => {
    const validity = { from: new Date(Date.now() - 3_600_000), until: new Date(Date.now() + 86_400_000) }
    const authority = await makeAuthority('test', validity)
    const { certificate: cert, key } = await issue(authority, 'mail', ['localhost'], validity)
    let written = 0
    const underTls = (socket: Socket): void => {
      const upgraded = new TLSSocket(socket, { isServer: true, cert, key })
      upgraded.on('error', () => {})
      if (secure) upgraded.write('220 mail.example\r\n')
      upgraded.once('data', () => flood(upgraded, (bytes) => (written += bytes)))
    }
    const server = createServer((socket) => {
      socket.on('error', () => {})
      if (secure) underTls(socket)
      else offerTls(socket, () => underTls(socket))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    try {
      const { port } = server.address() as AddressInfo
      const config = {
        ...{ host: 'localhost', port, secure, ca: authority.certificate },
        ...{ user: 'attestry', password: 'mail password', from: 'attestry@example.com' },
      }
      await expect(mailer(config).send(MESSAGE, ['a@example.com'])).rejects.toThrow(
        'the mail server sent too much',
      )
      expect(written).toBeLessThan(FLOOD_BYTES)
    } finally {
      server.close()
    }
  },
)

/** Greets, answers EHLO, and goes on under TLS. */
function offerTls(socket: Socket, upgrade: () => void): void {
  socket.write('220 mail.example\r\n')
  socket.on('data', (data) => {
    if (data.toString().startsWith('EHLO')) return socket.write('250-mail.example\r\n250 STARTTLS\r\n')
    socket.removeAllListeners('data')
    socket.write('220 go on\r\n', upgrade)
    return true
  })
}

/** Sends empty lines, each of which is a reply of its own. */
function flood(socket: Duplex, wrote: (bytes: number) => void): void {
  const lines = Buffer.from('\r\n'.repeat(10_000))
  let left = FLOOD_BYTES
  const more = (): void => {
    while (!socket.destroyed && left > 0) {
      left -= lines.length
      wrote(lines.length)
      if (!socket.write(lines)) return
    }
  }
  socket.on('drain', more)
  more()
}

const FLOOD_BYTES = 64 * 1024 * 1024

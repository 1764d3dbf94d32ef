import { expect, test } from 'vitest'
import { makeAuthority } from '../../gateway/cli/commands/installation/certificate-authority.ts'
import { mailer } from '../../services/ledger/notifications/mail.ts'
import { startMailServer } from './support/receivers.ts'

const MESSAGE = {
  ...{ id: 'x', organizationId: 'x', event: 'channel.test', title: 'A title', text: 'A text' },
  ...{ organization: 'An organization', data: {}, count: 1, link: undefined, place: undefined },
  createdAt: new Date('2026-01-01T00:00:00Z'),
}

test.each(['smtp', 'smtps'] as const)(
  'a mail is sent over %s with TLS, and to no server of another authority',
  async (scheme) => {
    const server = await startMailServer(scheme)
    const { port } = new URL(server.url)
    const validity = { from: new Date(Date.now() - 3_600_000), until: new Date(Date.now() + 86_400_000) }
    const other = (await makeAuthority('other', validity)).certificate
    const send = (ca: string): Promise<void> =>
      mailer({
        ...{ host: 'localhost', port: Number(port), secure: scheme === 'smtps', ca },
        ...{ user: 'attestry', password: 'mail password', from: 'attestry@example.com' },
      }).send(MESSAGE, ['a@example.com'])
    try {
      await expect(send(other)).rejects.toThrow('no secure connection to the mail server')
      expect(server.mails).toEqual([])
      await send(server.ca)
      expect(server.mails).toMatchObject([{ to: ['a@example.com'], secure: true }])
    } finally {
      await server.stop()
    }
  },
)

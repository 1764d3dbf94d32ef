import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailer } from './mail.ts'

let port: number
let serve: (socket: Socket) => void
let closed = 0
const server = createServer((socket) => {
  socket.on('error', () => {})
  socket.on('close', () => {
    closed += 1
  })
  serve(socket)
})
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  ;({ port } = server.address() as AddressInfo)
})
afterAll(() => {
  server.close()
})

test('sending a mail times out even if the server keeps saying that it is not done', async () => {
  serve = (socket) => {
    socket.write('220 mail.example\r\n')
    socket.once('data', () => {
      const line = setInterval(() => socket.write('250-not yet\r\n'), 20)
      socket.on('close', () => clearInterval(line))
    })
  }
  await expect(sent(300)).rejects.toThrow('the mail server does not answer')
  await expect.poll(() => closed).toBe(1)
})

test.each([
  ['no line', 'x'],
  ['empty lines', '\r\n'],
  ['a greeting without an end', '220-x\r\n'],
])('a mail server that sends %s endlessly is read up to a limit', async (_, part) => {
  closed = 0
  serve = (socket) => {
    const flood = () => {
      while (!socket.destroyed && socket.write(part.repeat(10_000)));
    }
    socket.on('drain', flood)
    flood()
  }
  await expect(sent(30_000)).rejects.toThrow('the mail server sent too much')
  await expect.poll(() => closed).toBe(1)
})

test.each([
  'Alert =?utf-8?q?=0d=0aBcc:_a=40example.com?=',
  `=?utf-8?b?4oCu?= ${'é'.repeat(100)} =?utf-8?q?x?= "quoted" 😀`,
])('an encoded word in a title is shown as written, not decoded: %s', async (title) => {
  let mail = ''
  serve = (socket) => {
    let isData = false
    socket.write('220 mail.example\r\n')
    socket.on('data', (data) => {
      if (isData) mail += data
      if (isData && !mail.includes('\r\n.\r\n')) return
      isData = !isData && data.toString().startsWith('DATA')
      socket.write(isData ? '354 go on\r\n' : '250 mail.example\r\n')
    })
  }
  await sent(30_000, title)
  const [, subject = ''] = /^Subject: ((?:.*\r\n[ \t])*.*)\r\n/m.exec(mail)!
  const words = subject.split(/\s+/).map((word) => /^=\?UTF-8\?B\?([\w+/=]+)\?=$/.exec(word)![1]!)
  expect(words.map((word) => Buffer.from(word, 'base64').toString('utf8')).join('')).toBe(title)
  expect(mail.split('\r\n').every((one) => one.length <= 76)).toBe(true)
})

async function sent(timeoutMs: number, title = 'A title'): Promise<void> {
  const config = {
    ...{ host: '127.0.0.1', port, secure: false, user: '', password: '', ca: undefined },
    from: 'attestry@example.com',
  }
  const message = {
    ...{ id: 'x', organizationId: 'x', event: 'channel.test', title, text: 'A text' },
    ...{ organization: 'An organization', data: {}, count: 1, link: undefined, place: undefined },
    createdAt: new Date('2026-01-01T00:00:00Z'),
  }
  await mailer(config, timeoutMs).send(message, ['a@example.com'])
}

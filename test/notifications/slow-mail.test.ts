import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ChannelKind } from '../../proto/gen/attestry/ledger/v1/notifications_pb.ts'
import type { TestOrganization } from '../harness/organization.ts'
import { call } from '../harness/rest.ts'
import { bootNotifications, notificationsAs } from './support/boot.ts'

/** Answers the first command for as long as a mail may take. */
const server = createServer((socket) => {
  sockets.push(socket)
  socket.write('220 mail.example\r\n')
  socket.on('error', () => {})
  socket.once('data', () => {
    const line = setInterval(() => socket.write('250-not yet\r\n'), 1000)
    socket.on('close', () => clearInterval(line))
  })
})
const sockets: Socket[] = []
let booted: Awaited<ReturnType<typeof bootNotifications>>
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  booted = await bootNotifications({ ATTESTRY_SMTP_URL: `smtp://127.0.0.1:${port}` })
})
afterAll(async () => {
  await booted.stop()
  for (const socket of sockets) socket.destroy()
  server.close()
})

test('while the mail server is slow, e-mails of many organizations delay no calls of receivers', async () => {
  const { receiver } = booted
  const mail = { kind: ChannelKind.EMAIL, recipients: ['ciso@example.com'] }
  const quick = { kind: ChannelKind.WEBHOOK, url: `${receiver.url}/quick` }
  const others = await Promise.all(Array.from({ length: 9 }, () => organizationWith(mail)))
  const other = await organizationWith(quick)
  await Promise.all(others.map(incidentOf))
  await expect.poll(() => sockets.length).toBe(8)
  await incidentOf(other)
  await expect.poll(() => receiver.at('/quick').length).toBe(1)
  expect(sockets.map(({ closed }) => closed)).toEqual(Array(8).fill(false))
})

async function organizationWith(channel: {
  kind: ChannelKind
  url?: string
  recipients?: string[]
}): Promise<TestOrganization> {
  const { at } = booted
  const made = await at.another()
  const { client, as } = notificationsAs(at, made.admin.session)
  await client.createChannel({ name: 'one', ...channel, events: ['incident.opened'] }, as('createChannel'))
  return made
}

async function incidentOf({ key }: TestOrganization): Promise<void> {
  const body = { title: 'An incident', severity: 'low' }
  expect((await call(booted.at.baseUrl, '/api/v1/incidents', { key, body })).status).toBe(201)
}

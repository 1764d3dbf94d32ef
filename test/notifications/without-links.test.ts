import { afterAll, beforeAll, expect, test } from 'vitest'
import { ChannelKind } from '../../proto/gen/attestry/ledger/v1/notifications_pb.ts'
import { call } from '../harness/rest.ts'
import { bootNotifications, notificationsAs } from './support/boot.ts'

let booted: Awaited<ReturnType<typeof bootNotifications>>
beforeAll(async () => {
  booted = await bootNotifications({ ATTESTRY_BASE_URL: undefined })
})
afterAll(() => booted.stop())

test('without ATTESTRY_BASE_URL, mails name the console path, and the operator is warned once', async () => {
  const { at, mail, logged } = booted
  const { key, admin } = at.organization
  const { client, as } = notificationsAs(at, admin.session)
  const recipients = ['ciso@example.com']
  await client.createChannel({ name: 'mail', kind: ChannelKind.EMAIL, recipients }, as('createChannel'))
  const body = { title: 'Ransom', severity: 'critical' }
  const { id } = (await call(at.baseUrl, '/api/v1/incidents', { key, body })).body
  const opened = () => mail.mails.find(({ source }) => source.includes('Ransom'))
  await expect.poll(opened).toBeDefined()
  const lines = opened()!.source.replaceAll(/=\r?\n/g, '')
  expect(lines).toContain(`In the console: Incidents, at /console/#/incidents/${id}`)
  const warned = logged.filter((line) => line.includes('ATTESTRY_BASE_URL is not set'))
  expect(warned).toHaveLength(1)
})

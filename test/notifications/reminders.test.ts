import { createClient } from '@connectrpc/connect'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { IncidentService } from '../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { ChannelKind } from '../../proto/gen/attestry/ledger/v1/notifications_pb.ts'
import { rpc } from '../harness/control.ts'
import { bootInstallation } from '../harness/installation.ts'
import { call } from '../harness/rest.ts'
import { bootNotifications, listedNotifications, notificationsAs } from './support/boot.ts'

let booted: Awaited<ReturnType<typeof bootNotifications>>
beforeAll(async () => {
  booted = await bootNotifications()
})
afterAll(() => booted.stop())

test('an obligation is notified once before it is due and once when overdue, whichever process runs', async () => {
  const { at, receiver } = booted
  const other = await bootInstallation({ databaseUrl: at.databaseUrl, env: at.env })
  const { key, admin } = await at.another({ name: 'Reminded' })
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
  const open = async (title: string, hours: number, regulation = 'nis2'): Promise<string> => {
    const body = { title, severity: 'critical', regulation, detected_at: hoursAgo(hours) }
    const answer = await call(at.baseUrl, '/api/v1/incidents', { key, body })
    expect(answer.status).toBe(201)
    return answer.body.id
  }
  // The early warning is due after 24 hours, the notification after 72.
  const late = await open('Late', 30)
  const { client, as } = notificationsAs(at, admin.session)
  const events = ['obligation.due_soon', 'obligation.overdue']
  await client.createChannel(
    { name: 'usual', kind: ChannelKind.WEBHOOK, url: `${receiver.url}/usual`, events },
    as('createChannel'),
  )
  await client.createChannel(
    { name: 'own', kind: ChannelKind.WEBHOOK, url: `${receiver.url}/own`, events, remindHours: [60] },
    as('createChannel'),
  )
  const soon = await open('Soon', 23)
  // Nobody is reminded yet of this one, due after 72 hours.
  await open('Not yet', 1, 'gdpr')
  const remindersOf = (path: string) =>
    receiver
      .at(path)
      .map(({ body }) => JSON.parse(body))
      .map(({ type, data }) => [type, data.incident_id, data.regime, data.step, data.hours])
      .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
  const sorted = (rows: unknown[][]) => rows.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
  const usual = sorted([
    ['obligation.due_soon', soon, 'nis2', 'early_warning', 2],
    ['obligation.overdue', late, 'nis2', 'early_warning', null],
  ])
  await expect.poll(() => remindersOf('/usual'), WAIT).toEqual(usual)
  await expect.poll(() => remindersOf('/own').length, WAIT).toBe(4)
  expect(remindersOf('/own')).toContainEqual(['obligation.due_soon', soon, 'nis2', 'notification', 60])
  expect(remindersOf('/own')).toContainEqual(['obligation.overdue', late, 'nis2', 'early_warning', null])

  // The reminder of the next one shows that none of the earlier ones was repeated meanwhile.
  const next = await open('Next', 25)
  await expect.poll(() => remindersOf('/usual').length, WAIT).toBe(3)
  expect(remindersOf('/usual')).toEqual(
    sorted([...usual, ['obligation.overdue', next, 'nis2', 'early_warning', null]]),
  )
  await other.stop()
})

test('an expiring key is notified once for each of the days before, and again when its expiry moves', async () => {
  const { at, receiver } = booted
  const { admin } = await at.another({ name: 'Told' })
  const { session } = admin
  const keys = (method: string, body: object) =>
    rpc(at.baseUrl, `attestry.ledger.v1.KeyService/${method}`, { session, body })
  const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString()
  const notified = notificationsAs(at, session)
  const make = async (name: string, hours: number) =>
    (await keys('CreateKey', { name, permissions: ['assets:read'], expiresAt: inHours(hours) })).body.key
  const soon = await make('soon', 20)
  const later = await make('<@U1> *later*', 24 * 10)
  await make('far', 24 * 20)
  const revoked = await make('revoked', 20)
  await keys('RevokeKey', { id: revoked.id })
  const events = ['key.expiring']
  const url = `${receiver.url}/keys`
  await notified.client.createChannel(
    { name: 'keys', kind: ChannelKind.WEBHOOK, url, events },
    notified.as('createChannel'),
  )
  const remindersOf = () =>
    receiver
      .at('/keys')
      .map(({ body }) => JSON.parse(body).data)
      .map(({ key_id, days }) => `${key_id} ${days}`)
      .sort()
  const first = [`${soon.id} 1`, `${later.id} 14`].sort()
  await expect.poll(remindersOf, WAIT).toEqual(first)
  await keys('UpdateKey', { id: later.id, expiresAt: inHours(24 * 5) })
  await expect.poll(remindersOf, WAIT).toEqual([...first, `${later.id} 7`].sort())
  expect((await listedNotifications(notified)).map(({ event }) => event)).toEqual(
    Array(3).fill('key.expiring'),
  )
})

test('a waiting notification is on its incident’s timeline, and only once when it is finished', async () => {
  const { at } = booted
  const { key, admin } = await at.another({ name: 'Waits' })
  const { client, as } = notificationsAs(at, admin.session)
  // Nothing listens there: the notification waits for the next attempt.
  const made = await client.createChannel(
    {
      ...{ name: 'down', kind: ChannelKind.WEBHOOK, url: 'http://127.0.0.1:9/' },
      events: ['incident.opened'],
    },
    as('createChannel'),
  )
  const body = { title: 'Waits', severity: 'critical', detected_at: new Date().toISOString() }
  const { id } = (await call(at.baseUrl, '/api/v1/incidents', { key, body })).body
  const incidents = createClient(IncidentService, at.composition.transports.ledger)
  const timeline = (page = {}) => incidents.listIncidentTimeline({ id, page }, as('listIncidentTimeline'))
  const waiting = async () => (await timeline()).waiting.map(({ event, subjectId }) => [event, subjectId])
  await expect.poll(waiting, WAIT).toEqual([['incident.opened', id]])
  expect((await timeline()).entries.map(({ what }) => what.case)).toEqual(['version'])
  // Further pages do not repeat it.
  const cursor = 'ffffffff-ffff-7fff-bfff-ffffffffffff'
  expect((await timeline({ cursor })).waiting).toEqual([])
  await client.deleteChannel({ id: made.channel!.id }, as('deleteChannel'))
  expect(await waiting()).toEqual([])
  expect((await timeline()).entries.map(({ what }) => what.case)).toEqual(['notification', 'version'])
})

const WAIT = { timeout: 120_000, interval: 100 }

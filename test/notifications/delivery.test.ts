import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ChannelKind, NotificationState } from '../../proto/gen/attestry/ledger/v1/notifications_pb.ts'
import { EVENTS } from '../../services/ledger/domain/notifications/events.ts'
import { acting } from '../evidence/support/scenario.ts'
import { sql } from '../harness/database.ts'
import { call } from '../harness/rest.ts'
import { signatureOf } from '../webhook/support/send.ts'
import { bootNotifications, listedNotifications, notificationsAs } from './support/boot.ts'

let booted: Awaited<ReturnType<typeof bootNotifications>>
beforeAll(async () => {
  booted = await bootNotifications()
})
afterAll(() => booted.stop())

/** The mails about something, as they were received. */
const mailsAbout = (words: string) => booted.mail.mails.filter(({ source }) => source.includes(words))

test('subscribed events reach every kind of channel once, and each notification is listed with its state', async () => {
  const { at, receiver } = booted
  const { id: org, key, admin } = await at.another({ name: 'Notified' })
  const { client, as } = notificationsAs(at, admin.session)
  const make = async (name: string, kind: ChannelKind, more: object) => {
    const made = await client.createChannel({ name, kind, ...more }, as('createChannel'))
    return { ...made, id: made.channel!.id }
  }
  const path = (name: string) => `${receiver.url}/${name}/T0P-SECRET`
  const mail = await make('mail', ChannelKind.EMAIL, {
    recipients: ['ciso@example.com', 'dpo@example.com'],
    events: OF_THE_LOG,
  })
  const hook = await make('hook', ChannelKind.WEBHOOK, { url: path('hook'), events: OF_THE_LOG })
  await make('slack', ChannelKind.SLACK, { url: path('slack'), events: ['incident.opened'] })
  await make('teams', ChannelKind.TEAMS, { url: path('teams'), events: ['incident.opened'] })
  await make('mattermost', ChannelKind.MATTERMOST, { url: path('mattermost'), events: ['incident.opened'] })
  expect(hook.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(hook.channel!.origin).toBe(receiver.url)

  const title = 'Ransom <!channel> @all [x](http://evil.example) *now*\r\nBcc: x@evil.example'
  const opened = await call(at.baseUrl, '/api/v1/incidents', { key, body: { title, severity: 'critical' } })
  expect(opened.status).toBe(201)
  const { asAdmin } = acting(at, key, admin.session)
  const endpoint = await asAdmin('ingestion.v1.WebhookService/CreateWebhookEndpoint', {
    ...{ name: 'siem', format: 'WEBHOOK_FORMAT_SERVICE' },
  })
  const deliver = async (body: string) => {
    const signature = signatureOf(endpoint.secret, Math.floor(Date.now() / 1000), body)
    return call(at.baseUrl, endpoint.endpoint.path, { body, headers: { 'x-service-signature': signature } })
  }
  const alert = {
    severity: 'who knows',
    external_id: 'e-1',
    source_system: 'siem',
    title: 'Of some severity',
  }
  expect((await deliver(JSON.stringify(alert))).status).toBe(201)
  for (let i = 0; i < 6; i += 1) expect((await deliver('{')).status).toBe(400)

  const { system } = await asAdmin('gate.v1.SystemService/CreateSystem', {
    ...{ name: 'Claims assistant', attestationRoles: ['ciso'] },
  })
  for (let i = 0; i < 2; i += 1) await call(at.baseUrl, `/api/v1/gate-status/${system.id}`, { key })
  await asAdmin('gate.v1.TriggerService/OpenTrigger', { aiSystemId: system.id, reason: 'Somebody saw it' })

  const kinds = [
    'deliveries.rejected',
    'gate.blocked',
    'incident.opened',
    'incident.opened',
    'incident.severity_unknown',
    'trigger.opened',
  ]
  const hooks = () =>
    receiver.at('/hook/T0P-SECRET').map((received) => {
      const verified = new Webhook(hook.secret).verify(
        received.body,
        received.headers as Record<string, string>,
      ) as { type: string; data: { [field: string]: unknown } }
      expect(received.headers['webhook-id']).toBe(verified.data.notification_id)
      return verified
    })
  await expect
    .poll(
      () =>
        hooks()
          .map(({ type }) => type)
          .sort(),
      WAIT,
    )
    .toEqual(kinds)
  await expect.poll(() => booted.mail.mails.length, WAIT).toBe(kinds.length)
  expect(hooks().find(({ type }) => type === 'deliveries.rejected')!.data).toMatchObject({
    endpoint_id: endpoint.endpoint.id,
    in_a_row: 5,
  })
  expect(hooks().find(({ type }) => type === 'gate.blocked')!.data).toMatchObject({
    ai_system_id: system.id,
    ai_system_name: 'Claims assistant',
    organization_id: org,
  })

  const [ransom] = mailsAbout('Ransom')
  expect(ransom).toMatchObject({
    from: 'attestry@example.com',
    to: ['ciso@example.com', 'dpo@example.com'],
    secure: true,
  })
  expect(ransom!.source).not.toMatch(/^Bcc:/im)
  await expect.poll(() => receiver.at('/mattermost/T0P-SECRET').length, WAIT).toBe(2)
  await expect.poll(() => receiver.at('/teams/T0P-SECRET').length, WAIT).toBe(2)
  await expect.poll(() => receiver.at('/slack/T0P-SECRET').length, WAIT).toBe(2)
  const slack = receiver.at('/slack/T0P-SECRET').map(({ body }) => JSON.parse(body))
  const ofRansom = slack.find(({ text }) => text.includes('Ransom'))
  expect(ofRansom.text).toContain('&lt;!channel&gt;')
  expect(ofRansom.blocks[0].text).toMatchObject({ type: 'plain_text' })

  await expect
    .poll(
      async () =>
        (await listedNotifications({ client, as })).filter(({ state }) => state !== NotificationState.SENT),
      WAIT,
    )
    .toEqual([])
  const all = await listedNotifications({ client, as })
  expect(all).toHaveLength(2 * kinds.length + 3 * 2)
  const about = await client.listNotifications({ subjectId: opened.body.id }, as('listNotifications'))
  expect(about.notifications).toHaveLength(5)
  const ofMail = await client.listNotifications({ channelId: mail.id }, as('listNotifications'))
  expect(ofMail.notifications).toHaveLength(kinds.length)

  // Each final state is a record that is bound to an audit entry of its own.
  const bound = await sql<{ operation: string; state: string }>(
    at.databaseUrl,
    `select e.entry::json ->> 'operation' as operation, r.record::json ->> 'state' as state
     from ledger.notification_records r join ledger.entries e on e.org_id = r.org_id and e.id = r.entry_id
     where r.org_id = $1`,
    [org],
  )
  expect(bound).toHaveLength(all.length)
  expect(new Set(bound.map(({ operation, state }) => `${operation} ${state}`))).toEqual(
    new Set(['sendNotification sent']),
  )
  expect(JSON.stringify(await client.listChannels({}, as('listChannels')), big)).not.toContain('T0P-SECRET')
  expect(booted.logged.join('')).not.toMatch(/T0P-SECRET|whsec_|mail password/)
  const stored = await sql<{ text: string }>(
    at.databaseUrl,
    `select string_agg(record, '') as text from ledger.records_v1 where org_id = $1`,
    [org],
  )
  expect(stored[0]!.text).not.toMatch(/T0P-SECRET|whsec_/)
})

test('a superseded certification is notified, even if it is older than the first channel', async () => {
  const { at, receiver } = booted
  const { key, admin } = await at.another({ name: 'Certified' })
  const { asAdmin, post } = acting(at, key, admin.session)
  const { system } = await asAdmin('gate.v1.SystemService/CreateSystem', {
    ...{ name: 'assistant', attestationRoles: ['ciso'] },
  })
  const aiSystemId: string = system.id
  await asAdmin('gate.v1.ProfileService/CreateProfile', {
    ...{
      aiSystemId,
      agentIdentity: 'agent',
      tools: [],
      modelName: 'm',
      modelVersion: '1',
      promptVersion: '1',
    },
  })
  const suite = {
    aiSystemId,
    name: 'safety',
    thresholds: [{ metricName: 'rate', evalType: 'custom', operator: 'OPERATOR_LTE', value: 0.5 }],
  }
  await asAdmin('gate.v1.SuiteService/CreateSuite', suite)
  await post('/ai-evaluations', {
    ...{
      ai_system_id: aiSystemId,
      eval_suite: 'safety',
      source: 'ci',
      source_kind: 'ci',
      eval_type: 'custom',
    },
    ...{ metric_name: 'rate', metric_value: 0.1, passed: true, evaluated_at: new Date().toISOString() },
    payload: {},
  })
  const { reviewedHash } = await asAdmin('gate.v1.CertificationService/Review', { aiSystemId })
  const { certification } = await asAdmin('gate.v1.CertificationService/Certify', {
    aiSystemId,
    reviewedHash,
  })
  const { client, as } = notificationsAs(at, admin.session)
  await client.createChannel(
    {
      ...{ name: 'hook', kind: ChannelKind.WEBHOOK, url: `${receiver.url}/certified` },
      events: ['certification.superseded'],
    },
    as('createChannel'),
  )
  await asAdmin('gate.v1.SuiteService/CreateSuite', {
    ...suite,
    thresholds: [{ ...suite.thresholds[0], value: 0.4 }],
  })
  await expect.poll(() => receiver.at('/certified').length, WAIT).toBe(1)
  expect(JSON.parse(receiver.at('/certified')[0]!.body)).toMatchObject({
    type: 'certification.superseded',
    data: { certification_id: certification.id, superseded_by: 'suite', suite_version: 1 },
  })
})

test('a deleted channel’s waiting notifications are canceled, and its secrets deleted', async () => {
  const { at, receiver } = booted
  const { id: org, admin, key } = await at.another({ name: 'Changing' })
  const { client, as } = notificationsAs(at, admin.session)
  const url = `${receiver.url}/first`
  const { channel, secret } = await client.createChannel(
    { name: 'one', kind: ChannelKind.WEBHOOK, url },
    as('createChannel'),
  )
  const id = channel!.id
  receiver.answers((received, response) => {
    if (received.path === '/gone') response.writeHead(302, { location: `${receiver.url}/elsewhere` }).end()
    else response.writeHead(200).end('ok')
  })
  await client.updateChannel({ id, url: `${receiver.url}/second`, name: 'two' }, as('updateChannel'))
  await client.testChannel({ id }, as('testChannel'))
  await expect.poll(() => receiver.at('/second').length, WAIT).toBe(1)
  expect(receiver.at('/first')).toEqual([])
  const [received] = receiver.at('/second')
  expect(
    new Webhook(secret).verify(received!.body, received!.headers as Record<string, string>),
  ).toMatchObject({
    type: 'channel.test',
  })

  await client.updateChannel({ id, url: `${receiver.url}/gone` }, as('updateChannel'))
  await client.testChannel({ id }, as('testChannel'))
  await expect
    .poll(async () => (await listedNotifications({ client, as })).map(({ problem }) => problem), WAIT)
    .toContain('redirect refused')
  expect(receiver.at('/elsewhere')).toEqual([])
  await client.deleteChannel({ id }, as('deleteChannel'))
  const left = await listedNotifications({ client, as })
  expect(left.map(({ state }) => state).sort()).toEqual([NotificationState.SENT, NotificationState.CANCELLED])
  const [row] = await sql(
    at.databaseUrl,
    'select wrapped_key, sealed_secret from ledger.notification_channels where org_id = $1 and id = $2',
    [org, id],
  )
  expect(row).toEqual({ wrapped_key: null, sealed_secret: null })
  expect(
    await sql(at.databaseUrl, 'select * from ledger.notification_cursors where org_id = $1', [org]),
  ).toEqual([])
  await call(at.baseUrl, '/api/v1/incidents', { key, body: { title: 'Untold', severity: 'low' } })
  await expect(client.testChannel({ id }, as('testChannel'))).rejects.toThrow('not found')
  await expect(client.deleteChannel({ id }, as('deleteChannel'))).rejects.toThrow('not found')
})

const big = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)
/** All but reminders, which follow from time. */
const OF_THE_LOG = EVENTS.filter((event) => !event.startsWith('obligation.'))
const WAIT = { timeout: 120_000, interval: 100 }

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Severity } from '../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { sql } from '../harness/database.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { bootWebhook } from './support/boot.ts'
import { type Administration, type TestEndpoint, WebhookFormat } from './support/endpoint.ts'
import { countsOf, entriesOf } from './support/evidence.ts'
import { nowSeconds, send } from './support/send.ts'

let at: TestInstallation
let second: TestInstallation
let admin: Administration
let endpoint: TestEndpoint
beforeAll(async () => {
  ;({ at, admin } = await bootWebhook())
  const { ATTESTRY_CLIENT_TOKEN } = at.env
  second = await bootInstallation({ databaseUrl: at.databaseUrl, env: { ATTESTRY_CLIENT_TOKEN } })
  endpoint = await admin.make({ format: WebhookFormat.VENDOR_SIEM })
})
afterAll(async () => {
  await second.stop()
  await at.stop()
})

const CREATED = [201, '{"received":true}']
const RECEIVED = [200, '{"received":true}']
const REPLAY = [200, '{"received":true,"replay":true}']

const post = async (body: unknown, to = endpoint) => {
  const { status, text } = await send(at.baseUrl, to, body)
  return [status, text]
}
const counts = () => countsOf(at.databaseUrl, at.organization.id)
const newestDelivery = async (to = endpoint) => (await admin.taken(to.id)).deliveries[0]!

const alert = (id: string, more: object = {}) => ({
  '@odata.type': '#microsoft.graph.security.alert',
  ...{ id, tenantId: 't', title: `Alert ${id}`, severity: 'medium', status: 'new' },
  ...{ serviceSource: 'microsoftDefenderForEndpoint', createdDateTime: '2026-02-01T10:00:00Z' },
  ...more,
})
const firing = (name: string, more: object = {}) => ({
  ...{ status: 'firing', labels: { alertname: name, severity: 'critical' }, annotations: { summary: 's' } },
  ...{ startsAt: '2026-02-01T10:00:00Z', fingerprint: name, ...more },
})
const group = (...alerts: object[]) => ({
  ...{ version: '4', groupKey: 'g', receiver: 'r', status: 'firing', externalURL: 'http://am' },
  ...{ groupLabels: {}, commonLabels: {}, commonAnnotations: {}, alerts },
})

describe('a repeated alert', () => {
  test('that changed is a replay, stored with its body, and on the incident’s timeline with the differences', async () => {
    expect(await post(alert('changed'))).toEqual(CREATED)
    const { incidentId } = await newestDelivery()
    const grave = alert('changed', { severity: 'high', status: 'inProgress', title: 'Alert renamed' })
    expect(await post(grave)).toEqual(REPLAY)
    const delivery = await newestDelivery()
    expect(delivery).toMatchObject({ outcome: 'replay', incidentId, bodyDiffers: true })
    const [row] = await sql<{ body: Buffer }>(
      at.databaseUrl,
      'select body from ledger.deliveries where id = $1',
      [delivery.id],
    )
    expect(JSON.parse(row!.body.toString())).toEqual(grave)
    const { entries } = await admin.timeline(incidentId)
    expect(entries.map(({ what }) => what.case)).toEqual(['delivery', 'version'])
    const [repeated, opened] = entries.map(({ what }) => what.value)
    expect(repeated).toMatchObject({
      id: delivery.id,
      report: {
        ...{ state: 'open', status: 'inProgress', title: 'Alert renamed' },
        ...{ severity: Severity.HIGH, differs: ['severity', 'status', 'title'] },
      },
    })
    expect(opened).toMatchObject({ version: 1, severity: Severity.MEDIUM })
  })

  test('that did not change is a replay without differences', async () => {
    expect(await post(alert('same'))).toEqual(CREATED)
    expect(await post(alert('same'))).toEqual(REPLAY)
    const { incidentId, bodyDiffers } = await newestDelivery()
    expect(bodyDiffers).toBe(false)
    const [repeated] = (await admin.timeline(incidentId)).entries
    expect(repeated!.what.value).toMatchObject({ report: { differs: [] } })
  })
})

describe('an alert that needs no action', () => {
  test.each([
    ['resolved', { status: 'resolved' }],
    ['false_positive', { classification: 'falsePositive' }],
    ['informational', { severity: 'informational' }],
    ['closed', { classification: 'informationalExpectedActivity' }],
  ])('with state %s (%j) is acknowledged and logged, and opens no incident', async (state, more) => {
    const before = await counts()
    const id = `unknown ${JSON.stringify(more)}`
    expect(await post(alert(id, more))).toEqual(RECEIVED)
    const after = await counts()
    expect(after).toEqual({ ...before, deliveries: before.deliveries + 1, entries: before.entries + 1 })
    const delivery = await newestDelivery()
    expect(delivery).toMatchObject({
      ...{ outcome: 'acknowledged', incidentId: '', externalId: id },
      report: { state },
    })
    const [entry] = await entriesOf(at.databaseUrl, delivery.id)
    expect(entry).toMatchObject({ outcome: 'ok', details: { reason: state } })
    expect(await post(alert(id))).toEqual(CREATED)
  })

  test('is a closure on a known incident’s timeline, and leaves its status to a person', async () => {
    await post(alert('closing'))
    const { incidentId } = await newestDelivery()
    expect(await post(alert('closing', { status: 'resolved' }))).toEqual(REPLAY)
    const { entries } = await admin.timeline(incidentId)
    expect(entries[0]!.what.value).toMatchObject({
      outcome: 'closure',
      report: { state: 'resolved', differs: ['status'] },
    })
    expect(entries.filter(({ what }) => what.case === 'version')).toHaveLength(1)
  })

  test.each([
    ['a lower severity', { severity: 'informational' }],
    ['a lower severity and a status', { severity: 'informational', status: 'inProgress' }],
  ])('that is information about a known incident is an update, not a closure: %s', async (name, more) => {
    await post(alert(name))
    const { incidentId } = await newestDelivery()
    expect(await post(alert(name, more))).toEqual(REPLAY)
    const { entries } = await admin.timeline(incidentId)
    expect(entries[0]!.what.value).toMatchObject({ outcome: 'replay', report: { state: 'informational' } })
  })

  test('after the idempotency period opens no incident either, and is on the timeline', async () => {
    const own = await admin.make({ format: WebhookFormat.VENDOR_SIEM, idempotencyHours: 1 })
    await post(alert('late'), own)
    const { incidentId } = await newestDelivery(own)
    await sql(
      at.databaseUrl,
      "update ledger.events_seen set first_at = now() - interval '2 hours' where endpoint_id = $1",
      [own.id],
    )
    expect(await post(alert('late', { status: 'resolved' }), own)).toEqual(RECEIVED)
    expect((await counts()).incidents).toBe((await counts()).incidents)
    expect((await admin.timeline(incidentId)).entries[0]!.what.value).toMatchObject({
      outcome: 'closure',
    })
    expect(await post(alert('late'), own)).toEqual(CREATED)
  })

  test('finds its incident even if it does not repeat the id', async () => {
    const grafana = (state: string) => ({
      ruleId: 7,
      ruleName: 'CPU',
      ruleUrl: 'http://g',
      state,
      evalMatches: [],
    })
    expect(await post(grafana('alerting'))).toEqual(CREATED)
    const { incidentId } = await newestDelivery()
    expect(await post(grafana('ok'))).toEqual(REPLAY)
    expect((await newestDelivery()).incidentId).toBe(incidentId)
    const again = { ...grafana('alerting'), message: 'again' }
    expect(await post(again)).toEqual(CREATED)
    expect((await newestDelivery()).incidentId).not.toBe(incidentId)
  })
})

describe('several alerts in one body', () => {
  test('get an incident, a delivery and an audit entry each, in one commit, however they are grouped', async () => {
    const before = await counts()
    expect(await post(group(firing('a'), firing('b')))).toEqual(CREATED)
    const after = await counts()
    expect(after).toMatchObject({
      ...{ incidents: before.incidents + 2, deliveries: before.deliveries + 2, entries: before.entries + 2 },
    })
    expect(await post(group(firing('b'), firing('c')))).toEqual(CREATED)
    expect((await counts()).incidents).toBe(after.incidents + 1)
    expect(await post(group(firing('a'), firing('c')))).toEqual(REPLAY)
    const { deliveries } = await admin.taken(endpoint.id)
    expect(deliveries.slice(0, 2).map(({ outcome }) => outcome)).toEqual(['replay', 'replay'])
    const entries = await Promise.all(deliveries.slice(0, 2).map(({ id }) => entriesOf(at.databaseUrl, id)))
    for (const [entry] of entries) expect(entry!.details).toMatchObject({ body_differs: true, replay: true })
  })

  test('of which one is resolved close that one’s incident and open the others', async () => {
    await post(group(firing('x')))
    const { incidentId } = await newestDelivery()
    expect(await post(group(firing('x', { status: 'resolved' }), firing('y')))).toEqual(CREATED)
    const [created, closure] = (await admin.taken(endpoint.id)).deliveries
    expect([closure!.outcome, created!.outcome]).toEqual(['closure', 'created'])
    expect(closure!.incidentId).toBe(incidentId)
    const [closed] = (await admin.timeline(incidentId)).entries
    expect(closed!.what.value).toMatchObject({ outcome: 'closure' })
  })

  test('that are the same alert get one incident', async () => {
    const before = await counts()
    expect(await post([alert('twice'), alert('twice')])).toEqual(CREATED)
    expect((await counts()).incidents).toBe(before.incidents + 1)
  })

  test('of which one is unreadable are refused as a whole, and the answer names it', async () => {
    const before = await counts()
    const answer = await send(at.baseUrl, endpoint, { value: [alert('whole'), { some: 'thing' }] })
    expect(answer.status).toBe(422)
    expect(answer.body.error.message).toMatch(/^alert 2 of 2: not an alert of a known product/)
    expect((await counts()).incidents).toBe(before.incidents)
    expect(await post(alert('whole'))).toEqual(CREATED)
  })

  test('beyond the endpoint’s limit are refused unwritten', async () => {
    const slow = await admin.make({ format: WebhookFormat.VENDOR_SIEM, rateLimit: 1 })
    expect(await post(group(firing('slow'), firing('slower')), slow)).toEqual(CREATED)
    const before = await counts()
    const answers = await Promise.all(
      [1, 2, 3].map((n) => send(at.baseUrl, slow, group(firing(`${n}`), firing(`${n}b`)))),
    )
    const refused = answers.filter(({ status }) => status === 429).length
    expect(refused).toBeGreaterThanOrEqual(2)
    expect((await counts()).incidents).toBe(before.incidents + 2 * (3 - refused))
  })

  test('in fifty overlapping groups over two gateways get one incident per alert', async () => {
    const before = await counts()
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        send(
          n % 2 ? at.baseUrl : second.baseUrl,
          endpoint,
          group(...[0, 1, 2].map((k) => firing(`over ${(n * 7 + k) % 10}`))),
        ),
      ),
    )
    expect(answers.every(({ status }) => status === 200 || status === 201)).toBe(true)
    const after = await counts()
    expect(after.incidents - before.incidents).toBe(10)
    expect(after.deliveries - before.deliveries).toBe(150)
  })
})

describe('the refusal of a vendor_siem delivery', () => {
  test('names the nearest product and the missing fields, in the answer and among the rejected deliveries', async () => {
    const { id: _, ...body } = {
      id: '1',
      ...{ magnitude: 3, credibility: 2, offense_type: 1, description: 'd' },
    }
    const answer = await send(at.baseUrl, endpoint, body)
    expect(answer.body.error).toMatchObject({
      code: 'invalid_vendor_siem_payload',
      message: expect.stringContaining('the nearest is IBM QRadar, which lacks id'),
      details: { missing: ['id (a number)'], wrong_type: [] },
    })
    const [rejected] = (await admin.rejected(endpoint.id)).deliveries
    const [guide, id] = /https?:\S+\/docs#(\S+)/.exec(answer.body.error.message)!
    expect(answer.body.error.message).toBe(rejected!.message.replace(`/docs#${id}`, guide))
    const page = await fetch(`${at.baseUrl}/docs`)
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining(`id="${id}"`)])
  })

  test('says what to do about the confirmation of a subscription', async () => {
    const body = {
      Type: 'SubscriptionConfirmation',
      TopicArn: 'arn:aws:sns:x',
      SubscribeURL: 'https://x',
      Message: 'm',
    }
    const answer = await send(at.baseUrl, endpoint, body)
    expect([answer.status, answer.body.error.code]).toEqual([422, 'invalid_vendor_siem_payload'])
    expect(answer.body.error.message).toContain('by opening its SubscribeURL')
    const ended = await send(at.baseUrl, endpoint, { ...body, Type: 'UnsubscribeConfirmation' })
    expect(ended.status).toBe(422)
    expect(ended.body.error.message).toContain('its SubscribeURL would subscribe again')
    expect(ended.body.error.message).not.toContain('confirm it')
  })
})

describe('the general reading of alerts of unknown products', () => {
  const unknown = { name: 'Door open', level: 'Major', time: nowSeconds() - 60, host: 'gate-1' }

  test('is off unless it is set for the endpoint', async () => {
    expect((await send(at.baseUrl, endpoint, unknown)).status).toBe(422)
  })

  test('reads the usual field names, and the incident notes it', async () => {
    const general = await admin.make({ format: WebhookFormat.VENDOR_SIEM, generalReading: true })
    expect(await post(unknown, general)).toEqual(CREATED)
    expect(await post(unknown, general)).toEqual(REPLAY)
    const { incidentId } = await newestDelivery(general)
    const [opened] = (await admin.timeline(incidentId)).entries.slice(-1)
    expect(opened!.what.value).toMatchObject({
      ...{ title: 'Door open', severity: Severity.HIGH, affectedSystems: ['gate-1'] },
      source: { product: 'general', notes: [expect.stringContaining('No product was recognised')] },
    })
    expect((await send(at.baseUrl, general, { nothing: 'usual' })).status).toBe(422)
  })
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestInstallation } from '../harness/installation.ts'
import { bootWebhook } from './support/boot.ts'
import { type Administration, WebhookFormat } from './support/endpoint.ts'
import { send } from './support/send.ts'

let at: TestInstallation
let admin: Administration
beforeAll(async () => {
  ;({ at, admin } = await bootWebhook())
})
afterAll(() => at.stop())

const defender = (more: object = {}) => ({
  '@odata.type': '#microsoft.graph.security.alert',
  ...{ id: 'alert-0001', tenantId: 't', title: 'Malware', severity: 'medium', status: 'new' },
  ...{ serviceSource: 'microsoftDefenderForEndpoint', createdDateTime: '2026-02-01T10:00:00Z' },
  ...more,
})
const prometheus = (status: string) => ({
  ...{ status, labels: { alertname: 'A', severity: 'critical' }, annotations: { summary: 's' } },
  ...{ startsAt: '2026-02-01T10:00:00Z', fingerprint: 'f1' },
})
const group = (...alerts: object[]) => ({
  ...{ version: '4', groupKey: 'g', receiver: 'r', status: 'firing', externalURL: 'http://am' },
  ...{ groupLabels: {}, commonLabels: {}, commonAnnotations: {}, alerts },
})
/** Its closure does not repeat its id. */
const grafana = (state: string) => ({
  ...{ ruleId: 7, ruleName: 'CPU', ruleUrl: 'http://g', state, evalMatches: [] },
})
const mail = { Type: 'Notification', TopicArn: 'arn:aws:sns:x', MessageId: 'm' }

const open = defender()
const over = defender({ status: 'resolved' })
const bodies: [string, unknown, unknown][] = [
  ['a list', [open, over], [over, open]],
  ['a usual list', { alerts: [open, over] }, { alerts: [over, open] }],
  [
    'a group',
    group(prometheus('firing'), prometheus('resolved')),
    group(prometheus('resolved'), prometheus('firing')),
  ],
  ['a list, by another key', [grafana('alerting'), grafana('ok')], [grafana('ok'), grafana('alerting')]],
  ['an unknown envelope', { foo: open, bar: over }, { foo: over, bar: open }],
  [
    'a notification of SNS',
    { ...mail, Message: JSON.stringify([open, over]) },
    { ...mail, Message: JSON.stringify([over, open]) },
  ],
]

const inEitherOrder: [string, unknown][] = [
  ...bodies.map(([what, , body]): [string, unknown] => [`${what}, after it`, body]),
]

const take = async (body: unknown) => {
  const endpoint = await admin.make({ format: WebhookFormat.VENDOR_SIEM })
  const { status } = await send(at.baseUrl, endpoint, body)
  const { deliveries } = await admin.taken(endpoint.id)
  return { status, outcomes: deliveries.map(({ outcome }) => outcome).reverse() }
}

test.each(bodies)(
  'an alert before its closure in %s opens an incident, which the closure is about',
  async (_, body) => {
    expect(await take(body)).toEqual({ status: 201, outcomes: ['created', 'closure'] })
  },
)

test.each(inEitherOrder)('an alert beside its closure in %s opens an incident', async (_, body) => {
  const { status, outcomes } = await take(body)
  expect(status).toBe(201)
  expect(outcomes).toHaveLength(2)
  expect(outcomes).toContain('created')
})

test.each([
  ['the alert under the usual name', { alert: open, update: over }, [201, ['created']]],
  ['the closure under the usual name', { alert: over, update: open }, [200, ['acknowledged']]],
])(
  'of an alert and its closure in members of a usual envelope, the first counts: %s',
  async (_, body, expected) => {
    const { status, outcomes } = await take(body)
    expect([status, outcomes]).toEqual(expected)
  },
)

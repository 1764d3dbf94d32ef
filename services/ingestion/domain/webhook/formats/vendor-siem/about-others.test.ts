import { describe, expect, test } from 'vitest'
import { mapVendorSiem } from '../vendor-siem.ts'

const TRAFFIC =
  'date=2026-02-01 time=10:00:00 devname="FGT1" devid="FG1" logid="0000000013" type="traffic" subtype="forward" level="notice" vd="root"'
const STARTED = {
  ...{ kind: 'Event', type: 'Normal', reason: 'Started', message: 'ok', metadata: { name: 'p.1', uid: 'u' } },
  involvedObject: { kind: 'Pod', name: 'p', namespace: 'n' },
}
const OWN = { title: 'Suspicious login', severity: 'high' }

const WITH_MATERIAL: [string, object][] = [
  ['message', { message: TRAFFIC }],
  ['_raw', { _raw: TRAFFIC }],
  ['result', { result: { _raw: TRAFFIC } }],
  ['event', { event: STARTED }],
  ['JSON text', { message: JSON.stringify(STARTED) }],
]

describe('a title with its own severity beside an informational entry', () => {
  test.each(WITH_MATERIAL)('is not read as informational: %s', (_, material) => {
    expect(mapVendorSiem({ ...OWN, ...material })).toMatchObject({ kind: 'unrecognised' })
    expect(mapVendorSiem({ ...OWN, ...material }, { generalReading: true })).toMatchObject({
      kind: 'alerts',
      alerts: [{ state: 'open', incident: { title: OWN.title, severity: 'high' } }],
    })
  })

  test.each(['low', 5, undefined])(
    'with severity %s is an alert under the general reading, unless its status says it ended',
    (severity) => {
      const body = { ...OWN, severity, message: TRAFFIC }
      expect(mapVendorSiem(body, { generalReading: true })).toMatchObject({
        alerts: [{ product: 'general', state: 'open', incident: { title: OWN.title } }],
      })
      expect(mapVendorSiem({ ...body, status: 'closed' }, { generalReading: true })).toMatchObject({
        alerts: [{ state: 'closed' }],
      })
    },
  )

  test('is refused with severity low, and informational without one, if there is no general reading', () => {
    expect(mapVendorSiem({ ...OWN, severity: 'low', message: TRAFFIC })).toMatchObject({
      kind: 'unrecognised',
    })
    for (const severity of ['info', 'notice', 5, undefined])
      expect(mapVendorSiem({ ...OWN, severity, message: TRAFFIC })).toMatchObject({
        alerts: [{ state: 'informational' }],
      })
  })

  test.each([
    ['says itself that it is information', { ...OWN, severity: 'info', message: TRAFFIC }],
    ['has no title', { host: 'f', message: TRAFFIC }],
    ['has an object for a name', { name: { first: 'f' }, message: TRAFFIC }],
  ])('is informational if it %s', (_, body) => {
    expect(mapVendorSiem(body, { generalReading: true })).toMatchObject({
      alerts: [{ state: 'informational' }],
    })
  })
})

test.each<[string, (alert: object) => object]>([
  ['in a list', (alert) => [alert]],
  ['in a list with a name', (alert) => ({ alerts: [alert] })],
  ['in an envelope', (alert) => ({ data: alert })],
])('an alert that contains an informational entry is not informational, %s', (_, around) => {
  const alert = { ...OWN, message: TRAFFIC }
  expect(mapVendorSiem(around(alert))).toMatchObject({ kind: 'unrecognised' })
  expect(mapVendorSiem(around(alert), { generalReading: true })).toMatchObject({
    alerts: [{ state: 'open', incident: { title: OWN.title, severity: 'high' } }],
  })
})

test('each of several objects with entries is read by itself', () => {
  const login = { ...OWN, message: TRAFFIC }
  const read = mapVendorSiem([login, { host: 'f', message: TRAFFIC }, STARTED], { generalReading: true })
  expect(read.kind === 'alerts' ? read.alerts.map(({ state }) => state) : read.kind).toEqual([
    ...['open', 'informational', 'informational'],
  ])
})

test('a rule’s alert about an informational entry is read under the general reading', () => {
  const alert = { rule_name: 'Brute force', severity: 'high', message: TRAFFIC }
  expect(mapVendorSiem(alert)).toMatchObject({ kind: 'unrecognised' })
  expect(mapVendorSiem(alert, { generalReading: true })).toMatchObject({
    alerts: [{ state: 'open', incident: { title: 'Brute force', severity: 'high' } }],
  })
})

test.each([
  ['event', 'alerts'],
  ['metric', 'alerts'],
  ['alert', 'unrecognised'],
  ['signal', 'unrecognised'],
])('in ECS with event.kind %s, a named rule with an ordinary entry gives: %s', (kind, outcome) => {
  const body = { event: { kind, original: TRAFFIC }, rule: { id: '42', name: 'Allow outbound' } }
  expect(mapVendorSiem(body)).toMatchObject(
    outcome === 'alerts' ? { kind: outcome, alerts: [{ state: 'informational' }] } : { kind: outcome },
  )
})

test.each<[string, object]>([
  ['a text', { rule: 'Brute force' }],
  ['a name', { rule_name: 'Brute force', num_hits: 60 }],
  ['a name beside the rule of the device', { rule: { name: 'Allow outbound' }, alertname: 'Brute force' }],
  [
    'a rule with what the schema does not know',
    { rule: { id: '1', name: 'Brute force', type: 'threshold' } },
  ],
  ['a grade beside the rule', { rule: { name: 'Brute force' }, severity: 'high' }],
])('an alert that contains the event it is about is not read as that event: %s', (_, alert) => {
  const body = { ...alert, event: { kind: 'event', original: TRAFFIC } }
  expect(mapVendorSiem(body)).toMatchObject({ kind: 'unrecognised' })
})

test('a search result that is an informational entry does not make the search’s severity low', () => {
  const search = { search_name: 'Brute force', sid: 's', results_link: 'http://splunk', app: 'search' }
  expect(mapVendorSiem({ ...search, result: { _raw: TRAFFIC } })).toMatchObject({
    alerts: [{ state: 'open', incident: { severity: 'unknown' } }],
  })
})

const NEWS = JSON.stringify({
  ...{ AlarmName: 'a', AWSAccountId: '1', NewStateValue: 'INSUFFICIENT_DATA', NewStateReason: 'No data' },
  ...{ StateChangeTime: '2026-01-01T00:00:00.000+0000', Region: 'EU (Ireland)', OldStateValue: 'OK' },
  Trigger: { MetricName: 'CPUUtilization', Namespace: 'AWS/EC2' },
})

test('the subject of an SNS notification about information is not an alert title', () => {
  const TopicArn = 'arn:aws:sns:eu-west-1:1:t'
  const sns = { Type: 'Notification', TopicArn, Subject: 'INSUFFICIENT_DATA: a', Message: NEWS }
  expect(mapVendorSiem(sns, { generalReading: true })).toMatchObject({
    alerts: [{ product: 'aws_cloudwatch', state: 'informational' }],
  })
})

test.each([
  ['a shipper', { name: 'syslog-input', level: 'info', host: 'f', log: TRAFFIC }],
  ['a pipeline', { name: 'pipeline', data: { host: 'f', message: TRAFFIC } }],
  ['a topic', { records: [{ name: 'logs', key: 'k', value: TRAFFIC }] }],
  ['a subject', { subject: 'logs.fw', data: { host: 'f', message: TRAFFIC } }],
])('the name of %s does not make an informational entry an alert', (_, body) => {
  expect(mapVendorSiem(body, { generalReading: true })).toMatchObject({
    alerts: [{ state: 'informational' }],
  })
})

test('a name with a severity is the title of an alert about an informational entry', () => {
  const alert = { name: 'Beaconing', severity: 'low', message: TRAFFIC }
  expect(mapVendorSiem(alert, { generalReading: true })).toMatchObject({
    alerts: [{ product: 'general', state: 'open' }],
  })
})

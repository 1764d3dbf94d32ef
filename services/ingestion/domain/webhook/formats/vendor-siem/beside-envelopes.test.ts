import { describe, expect, test } from 'vitest'
import { mapVendorSiem } from '../vendor-siem.ts'

const alert = (id: number, more: object = {}) => ({
  ...{ id: `uam-${id}`, name: `Malware ${id}`, severity: 'CRITICAL', status: 'NEW' },
  ...{ analystVerdict: 'UNDEFINED', detectedAt: '2026-02-01T10:00:00Z', detectionSource: { product: 'EDR' } },
  ...more,
})

const titles = (body: object) => {
  const read = mapVendorSiem(body)
  return read.kind === 'alerts' ? read.alerts.map(({ incident }) => incident.title).sort() : read
}

const firing = {
  ...{ status: 'firing', labels: { alertname: 'A1', severity: 'critical' }, annotations: {} },
  ...{ startsAt: '2026-02-01T10:00:00Z', endsAt: '0001-01-01T00:00:00Z', fingerprint: 'f1' },
}
const group = { groupKey: 'g', receiver: 'r', status: 'firing', title: 'A group', alerts: [firing] }
const login = {
  ...{ uuid: 'e1', eventType: 'security.threat.detected', severity: 'WARN', displayMessage: 'A1' },
  ...{ published: '2026-02-01T10:00:00Z', actor: { id: 'u1' } },
}
const hook = { eventType: 'com.okta.event_hook', source: 'https://example.org', data: { events: [login] } }
const issue = { id: 'i1', issueType: 'vuln', issueData: { title: 'A1', severity: 'high', id: 'i1' } }
const snapshot = { project: { id: 'p', name: 'web' }, newIssues: [issue], removedIssues: [] }
const table = { columns: Object.keys(alert(1)).map((name) => ({ name })), rows: [Object.values(alert(1))] }
const record = { timeUnixNano: '1769940000000000000', body: { stringValue: JSON.stringify(alert(1)) } }

const envelopes: [string, object][] = [
  ['SNS', { Type: 'Notification', TopicArn: 'arn', Message: JSON.stringify(alert(1)) }],
  ['a record of SNS', { TopicArn: 'arn', Sns: { TopicArn: 'arn', Message: JSON.stringify(alert(1)) } }],
  ['EventBridge', { 'detail-type': 'Alert', detail: alert(1) }],
  ['a search', { hits: { total: 1, hits: [{ _id: 'x', _index: 'i', _source: alert(1) }] } }],
  ['a document', { _id: 'x', _index: 'i', _source: alert(1) }],
  ['a group', group],
  ['an event hook of Okta', hook],
  ['a snapshot of Snyk', snapshot],
  ['tables', { tables: [table] }],
  ['a record of a log', record],
]

describe.each(envelopes)('beside what %s holds', (_, envelope) => {
  const [held] = titles(envelope) as string[]

  test.each([
    ['in a member', { extra: alert(2) }],
    ['in a list', { userAlerts: [alert(2)] }],
    ['as text', { log: JSON.stringify(alert(2)) }],
    ['in another envelope', { extra: { 'detail-type': 'Alert', detail: alert(2) } }],
    ['in a case', { page: { name: 'a page of alerts', status: 'ok', alerts: [alert(2)] } }],
  ])('an alert is not lost: %s', (_, beside) => {
    expect(titles({ ...envelope, ...beside })).toEqual([held, 'Malware 2'].sort())
    expect(titles({ a: { b: { ...envelope, ...beside } } })).toEqual([held, 'Malware 2'].sort())
  })

  test.each([
    ['the state before a change', { previous: alert(2) }],
    ['an alert that has ended', { extra: alert(1, { status: 'RESOLVED', name: held }) }],
    ['objects that are no alerts', { users: [{ id: 1, name: 'bob' }], page: { next: null } }],
  ])('what is none adds none: %s', (_, beside) => {
    expect(titles({ ...envelope, ...beside })).toEqual([held])
  })
})

test('an alert is not lost inside what a search holds beside its hits', () => {
  const { hits } = envelopes[3]![1] as { hits: object }
  expect(titles({ hits: { ...hits, extra: alert(2) } })).toEqual(['Malware 1', 'Malware 2'])
})

test('related alerts beside the single alert of an envelope add none', () => {
  const event = { 'detail-type': 'Alert', detail: alert(1), relatedAlerts: [alert(2)], parent: alert(3) }
  expect(titles(event)).toEqual(['Malware 1'])
})

const page = { name: 'page', status: 'ok', alerts: [alert(2)] }

test.each([
  ['beside it', { foo: alert(1), page }],
  ['before it', { page, foo: alert(1) }],
  ['deeper', { foo: { bar: alert(1) }, more: [{ rows: [{ title: 'page', severity: 'low', page }] }] }],
  ['beside a usual member', { alert: alert(1), page }],
  ['beside a list', { alerts: [alert(1)], page }],
])('an alert in an object with a title and a state is not lost if there is another: %s', (_, body) => {
  expect(titles(body)).toEqual(['Malware 1', 'Malware 2'])
})

test.each([
  ['the same alert', { foo: alert(1), page: { ...page, alerts: [alert(1, { note: 'enriched' })] } }],
  ['related alerts', { foo: alert(1), asset: { name: 'host', status: 'ok', recentAlerts: [alert(2)] } }],
])('an object with a title and a state adds none: %s', (_, body) => {
  expect(titles(body)).toEqual(['Malware 1'])
})

test('a case of an unknown product is refused with the alerts it holds, and none of them is taken', () => {
  expect(titles({ case: page })).toMatchObject({ kind: 'unrecognised' })
})

test('envelopes within each other are opened in little time', () => {
  const body = Array.from({ length: 50 }).reduce<object>(
    (inside, _, n) => ({ 'detail-type': 'Alert', detail: alert(n), more: inside }),
    { 'detail-type': 'Alert', detail: alert(50) },
  )
  expect(titles(body)).toHaveLength(51)
})

test('an alert of another product is not lost beside the data by which its envelope is recognised', () => {
  const type = 'com.google.firebase.firebasealerts.CrashlyticsNewFatalIssuePayload'
  const data = { createTime: '2026-02-01T11:00:00Z', payload: { '@type': type, issue: { title: 'A1' } } }
  expect(titles({ data, other: alert(10000001) })).toEqual(['Malware 10000001', 'New crash: A1'])
})

test('a notification of Nasuni in the data of an event is read as it is by itself', () => {
  const anomaly = { name: 'Ransomware', status: 'firing', start_timestamp: '2026-02-01T10:00:00Z' }
  const data = { alert_name: 'A1', source_appliance: { description: 'filer' }, alerts: [anomaly] }
  expect(titles({ data })).toEqual(titles(data))
})

test('an event of a hook of Okta counts, whatever the case of its keys', () => {
  const events = [{ ...login, eventType: 'group.user_membership.add', severity: 'INFO' }]
  const read = (body: object) => {
    const outcome = mapVendorSiem(body)
    return outcome.kind === 'alerts' ? outcome.alerts.map(({ state }) => state) : outcome
  }
  expect(read({ ...hook, data: { events } })).toEqual(['open'])
  expect(read({ eventtype: 'com.okta.event_hook', DATA: { Events: events } })).toEqual(['open'])
})

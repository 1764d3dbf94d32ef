import { expect, test } from 'vitest'
import { mapDelivery } from '../map-delivery.ts'

const json = JSON.stringify

test('an object of an alert that is written as JSON text is read as an object', () => {
  const row = {
    type: 'RULE_DETECTION',
    id: 'de_1',
    detection: [{ ruleName: 'Brute force', alertState: 'ALERTING', severity: 'HIGH' }],
    detectionTime: '2026-02-01T10:00:00Z',
    collectionElements: [],
  }
  const whole = read(row)
  expect(whole).toMatchObject([{ product: 'google_secops', title: 'Brute force', severity: 'high' }])
  expect(read({ ...row, detection: json(row.detection) })).toEqual(whole)
  expect(read({ ...row, detection: row.detection.map((one) => json(one)) })).toEqual(whole)
  const quiet = { ...row, detection: json([{ ...row.detection[0], alertState: 'NOT_ALERTING' }]) }
  expect(read(quiet)).toMatchObject([{ state: 'informational' }])
})

test('an alert is recognised by objects that are written as JSON text', () => {
  const result = { _raw: 'failed', host: 'h1', severity: 'high' }
  const search = { sid: 's1', search_name: 'Failed logins', results_link: 'https://splunk.example.org' }
  const whole = read({ ...search, result })
  expect(whole).toMatchObject([{ product: 'splunk_webhook', title: 'Failed logins', severity: 'high' }])
  expect(read({ ...search, result: json(result) })).toMatchObject(whole)
})

test('an alert of a search is not lost if the event that it found is information, and is written as JSON text', () => {
  const event = { eventType: 'user.session.start', uuid: 'u', published: at, actor: {}, severity: 'INFO' }
  const result = { _raw: json({ ...event, displayMessage: 'Login' }), severity: 'INFO' }
  const search = {
    sid: 's1',
    search_name: 'Administrator granted',
    results_link: 'https://splunk.example.org',
  }
  expect(read({ ...search, result: json(result) })).toMatchObject([
    { product: 'splunk_webhook', state: 'open' },
  ])
})

test('events that a hook of Okta selected are alerts if the hook holds them as JSON text', () => {
  const event = { eventType: 'user.session.start', uuid: 'u', published: at, actor: {}, severity: 'INFO' }
  const data = { events: [{ ...event, displayMessage: 'Login' }] }
  const hook = { eventType: 'com.okta.event_hook', source: 'https://example.org' }
  expect(read({ ...hook, data: json(data) })).toMatchObject([{ product: 'okta', state: 'open' }])
})

test('JSON in a text makes no other alert of one that is known and open without it', () => {
  const page = {
    id: 'p',
    status_indicator: 'HASISSUES',
    status_description: 'Down',
    url: 'https://s.example',
  }
  const incident = { id: 'i', name: 'Database down', status: 'INVESTIGATING', impact: 'PARTIALOUTAGE' }
  const outage = {
    ...{ meta: { unsubscribe: 'u', documentation: 'd' }, page },
    incident: { ...incident, created_at: at, updated_at: at, resolved_at: null, incident_updates: [] },
  }
  const ended = { id: '3f6c1c2e', currentValue: 41, threshold: 50, status: 'resolved', type: 'cost' }
  const event = {
    type: 'alert',
    data: { alert: { ...ended, timeWindow: '1d' }, message: 'm', timestamp: at },
  }
  const alone = read(outage)
  expect(alone).toMatchObject([{ product: 'statuspage', state: 'open' }])
  expect(read({ event })).toMatchObject([{ product: 'agentmark', state: 'resolved' }])
  expect(read({ ...outage, event: json(event) })).toEqual(alone)
  // A text that could only be refused does not refuse the alert.
  expect(read({ ...outage, event: json({ severity: 'high', title: 'unknown' }) })).toEqual(alone)
})

test('a text at the end of a path stays a text', () => {
  const finding = { name: 'n', severity: 'high', status: 'NEW', analystVerdict: 'UNDEFINED', detectedAt: at }
  const title = '{"a":1}'
  expect(read({ ...finding, name: title, id: 'i', detectionSource: '{"product":"EDR"}' })).toMatchObject([
    { title },
  ])
})

const at = '2026-02-01T10:00:00Z'

function read(body: object) {
  const outcome = mapDelivery('vendor_siem', JSON.parse(json(body)))
  if (outcome.kind !== 'alerts') throw new Error(outcome.message)
  return outcome.alerts.map(({ product, state, incident: { title, severity } }) => ({
    ...{ product, state, title, severity },
  }))
}

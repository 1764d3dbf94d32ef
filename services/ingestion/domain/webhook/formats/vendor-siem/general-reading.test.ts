import { describe, expect, test } from 'vitest'
import { mapVendorSiem } from '../vendor-siem.ts'

const LINES = '{"message":"GET /a","level":"info"}\n{"message":"GET /b","level":"info"}'
/** The fields of an event that other senders have in common with HyperDX. */
const EVENT = { link: 'https://a.example/1', eventId: 'E-1', startTime: '2026-02-01T10:00:00Z', threshold: 5 }
/** The fields of a log of requests that the honeypot Beelzebub has too. */
const REQUEST = {
  date_time: '2026-02-01T10:00:00Z',
  protocol: 'HTTP',
  remote_addr: '192.0.2.1:5',
  source_ip: '192.0.2.1',
}
const ALERT = { name: 'Door open', level: 'Major', sensor: 7 }

function readGenerally(body: unknown) {
  const outcome = mapVendorSiem(body, { generalReading: true })
  if (outcome.kind !== 'alerts') throw new Error(JSON.stringify(outcome))
  return outcome.alerts
}

const statesOf = (body: unknown) => readGenerally(body).map(({ state }) => state)

describe('the general reading of unknown alerts', () => {
  test.each<[body: object, title: string, severity: string]>([
    [{ name: 'Door open', level: 'Major' }, 'Door open', 'high'],
    [
      { event: 'alert.opened', incident: { summary: 'Door open', urgency: 'critical' } },
      'Door open',
      'critical',
    ],
    [{ title: 'Door open', priority: 'P2' }, 'Door open', 'high'],
    [{ title: 'Door open', severity: 'SEV-1' }, 'Door open', 'unknown'],
    [{ title: 'Door open', severity: 'SEV1' }, 'Door open', 'critical'],
    [{ title: 'Door open', severity: 9 }, 'Door open', 'unknown'],
    [{ severity: 'critical', payload: { title: 'Door open', sensor: 7 } }, 'Door open', 'critical'],
    [{ severity: 'critical', payload: { title: 'Door open', level: 'minor' } }, 'Door open', 'low'],
    [{ severity: 'info', payload: { title: 'Door open', sensor: 7 } }, 'Door open', 'unknown'],
    [{ alert_title: 'Door open', severity: 'high', data: { name: 'sensor 7' } }, 'Door open', 'high'],
    [{ headline: 'Door open', severity: 'high' }, 'Door open', 'high'],
    [{ severity: 'high', message: { title: 'Door open', sensor: 7 } }, 'Door open', 'high'],
    [{ severity: 'high', message: '{"title":"Door open","severity":"low"}' }, 'Door open', 'low'],
    [{ severity: 'high', message: 'one alert', alerts: [{ title: 'Door open' }] }, 'Door open', 'high'],
    [{ description: 'The door is open', severity: 'high' }, 'The door is open', 'high'],
    [{ title: 'Door open', data: { description: 'Since ten' } }, 'Door open', 'unknown'],
    [{ ...EVENT, title: 'Door open', status: 'open', severity: 'critical' }, 'Door open', 'critical'],
    [{ ...EVENT, title: 'Door open', status: 'firing', priority: 'P2' }, 'Door open', 'high'],
    [{ ...EVENT, title: 'Door open', state: 'Alert', severity: 'critical' }, 'Door open', 'critical'],
    [{ ...REQUEST, msg: 'SQL injection', severity: 'critical' }, 'SQL injection', 'critical'],
  ])('reads %j as "%s" with severity %s', (body, title, severity) => {
    expect(readGenerally(body).map(({ incident }) => [incident.title, incident.severity])).toEqual([
      [title, severity],
    ])
  })

  test.each([
    { event: 'alert.resolved', alert: ALERT },
    { event_type: 'incident_closed', data: ALERT },
    { eventType: 'MonitorRecovered', ...ALERT },
    { action: 'resolved', alert: ALERT },
    { status: 'resolved', alerts: [ALERT, { ...ALERT, sensor: 8 }] },
    { ...ALERT, incident: { status: 'closed' } },
    { ...ALERT, resolved: true },
  ])('does not open %j, which says that the alert ended', (body) => {
    expect(new Set(statesOf(body))).not.toContain('open')
  })

  test('opens an alert that only its envelope calls informational', () => {
    expect(statesOf({ severity: 'info', payload: { title: 'Door open' } })).toEqual(['open'])
  })

  test('uses the description as title where there is none, and notes that', () => {
    const [alert] = readGenerally({ description: 'The door is open', sensor: 7 })
    expect(alert!.incident.notes).toContain('title_stands_in')
  })

  test('opens no incident for a test notification', () => {
    expect(statesOf({ test: true, alert: ALERT })).toEqual(['informational'])
  })

  test.each([
    { status: 'ok', alerts: [ALERT] },
    { status: 'completed', data: ALERT },
    { status: 'resolved', alerts: [{ ...ALERT, status: 'firing' }] },
    { ...ALERT, event: 'connection.closed' },
    { ...ALERT, action: 'closed' },
    { ...ALERT, resolved: false },
    { ...ALERT, status: 'Completed' },
    { ...ALERT, state: 'deleted' },
    { ...ALERT, finding: { status: 'DONE' } },
    { ...ALERT, status: 'resolved', event: 'alert.reopened', state: 'Reopened' },
    { event: 'alert.reopened', alert: ALERT },
    ...[
      '已关闭',
      'Kapalı',
      'Kapatıldı',
      '終了',
      '已結束',
      'Geschlossen',
      'Off',
      'Disabled',
      'Terminated',
    ].map((status) => ({ ...ALERT, status })),
    { ...ALERT, status: 'Wiedereröffnet', state: 'Geschlossen' },
    { ...ALERT, data: { status: 'ok' } },
  ])('opens %j', (body) => expect(statesOf(body)).toEqual(['open']))

  test.each<[body: object, title: string]>([
    [{ title: 'Door open', severity: 'high', resources: [{ name: 'gate' }] }, 'Door open'],
    [{ title: 'Door open', severity: 'high', data: { name: 'gate', message: 'm' } }, 'Door open'],
    [{ rule: { name: 'Door open' }, severity: 'high', message: LINES }, 'Door open'],
    [{ severity: 'high', message: LINES }, LINES.replace('\n', ' ')],
    [{ name: 'Door open', level: 'Major', data: { sensor: 7 } }, 'Door open'],
    [{ level: 30, name: 'relay', alert: { title: 'Door open', severity: 'high' } }, 'Door open'],
    [{ message: 'received', level: 'info', data: { title: 'Door open', severity: 'high' } }, 'Door open'],
    [{ status: 'ok', title: 'Delivery', data: { title: 'Door open', severity: 'high' } }, 'Door open'],
  ])('reads the alert in %j, not its context or envelope', (body, title) => {
    expect(readGenerally(body).map(({ incident, state }) => [incident.title, state])).toEqual([
      [title, 'open'],
    ])
  })

  test('gives two alerts about the same thing two identities', () => {
    const [first, second] = ['Door open', 'Door broken'].map(
      (title) => readGenerally({ title, severity: 'high', data: { name: 'gate' } })[0]!,
    )
    expect(first!.incident.externalId).not.toBe(second!.incident.externalId)
  })

  test('gives an alert one identity, whatever its envelope says of the delivery', () => {
    const [first, again, other] = [
      { delivery: 1, alert: ALERT },
      { delivery: 2, alert: ALERT },
      { delivery: 1, alert: { ...ALERT, sensor: 8 } },
    ].map((body) => readGenerally(body)[0]!.incident.externalId)
    expect(again).toBe(first)
    expect(other).not.toBe(first)
  })
})

test.each(['alert', 'incident', 'event', 'data', 'finding', 'detection', 'issue', 'rule'])(
  'JSON in a text of an unknown alert neither ends it nor changes its title or severity: %s',
  (name) => {
    const sent = {
      status: 'resolved',
      type: 'alert.resolved',
      name: 'Nothing',
      severity: 'low',
      level: 'low',
    }
    for (const text of [sent, [sent]].map((value) => JSON.stringify(value))) {
      const alert = { alert_title: 'Injection', priority: 'P1', [name]: text }
      expect(readGenerally(alert)).toMatchObject([
        { state: 'open', incident: { title: 'Injection', severity: 'critical' } },
      ])
      expect(
        readGenerally({ alerts: [{ title: 'Injection', severity: 'high' }], event: text }),
      ).toMatchObject([{ state: 'open', incident: { title: 'Injection', severity: 'high' } }])
    }
  },
)

import { expect, test } from 'vitest'
import { mapVendorSiem } from '../../vendor-siem.ts'

const crash = (id: string) => ({
  createTime: '2026-02-01T10:00:00Z',
  payload: {
    '@type': 'type.googleapis.com/com.google.firebase.firebasealerts.CrashlyticsNewFatalIssuePayload',
    issue: { id, title: `Crash ${id}`, subtitle: 'main', appVersion: '1' },
  },
})

const falco = {
  ...{ rule: 'Shell', priority: 'Warning', time: '2026-02-01T10:00:00Z', output: 'Shell in a container' },
  output_fields: { 'proc.name': 'sh' },
}

const titles = (body: object) => {
  const read = mapVendorSiem(body)
  return read.kind === 'alerts' ? read.alerts.map(({ incident }) => incident.title).sort() : read
}

test.each([
  ['of its product', { data: [crash('a'), crash('b')] }, 2],
  ['of another product', { data: [crash('a'), falco] }, 2],
  ['of another product before it', { data: [falco, crash('a')] }, 2],
  ['deeper', { body: { data: [crash('a'), falco] } }, 2],
  ['beside another member', { data: [crash('a'), falco], count: 2 }, 2],
  ['beside another alert', { data: [crash('a'), crash('b')], other: falco }, 3],
])('an alert is not lost in a list by which its holder resembles an alert: %s', (_, body, expected) => {
  expect(titles(body)).toHaveLength(expected)
})

test('a single alert whose data is a list stays one alert', () => {
  expect(titles({ data: [crash('a')] })).toEqual(['New crash: Crash a: main'])
})

test.each([
  ['beside it', { data: crash('a'), other: falco }, 2],
  ['before it', { other: [falco], data: crash('a') }, 2],
  ['beside a list with one alert', { data: [crash('a')], other: falco }, 2],
  ['as text', { data: crash('a'), other: JSON.stringify(falco) }, 2],
  ['deeper', { foo: { data: crash('a'), other: falco } }, 2],
  ['in a list', { alerts: [{ data: crash('a'), other: falco }, { data: crash('b') }] }, 3],
  ['before it, as an object', { other: falco, data: crash('a') }, 2],
  ['of its product', { data: crash('a'), other: crash('b') }, 2],
  ['in such an envelope itself', { data: crash('a'), other: { data: crash('b'), other: falco } }, 3],
])(
  'an alert is not lost beside one that its product also recognises in an envelope: %s',
  (_, body, expected) => {
    expect(titles(body)).toHaveLength(expected)
  },
)

test.each([
  ['a copy', { data: crash('a'), other: crash('a') }],
  ['a related alert', { data: crash('a'), relatedAlerts: [falco] }],
  ['what it was made of', { data: crash('a'), evidence: [falco] }],
  ['the state before', { data: crash('a'), previous: crash('b') }],
])('what stands beside such an alert adds none: %s', (_, body) => {
  expect(titles(body)).toEqual(['New crash: Crash a: main'])
})

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

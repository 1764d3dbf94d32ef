import { expect, test } from 'vitest'
import { mapVendorSiem } from '../../vendor-siem.ts'

const event = {
  ...{ event_id: '123', event_name: 'High CPU', event_severity: 'Kritisch', event_status: 'PROBLEM' },
  ...{ host_name: 'db-1', event_date: '2026.02.01', event_time: '10:00:00' },
}

test('an event whose severity an installation has renamed is read', () => {
  expect(mapVendorSiem(event)).toMatchObject({ alerts: [{ product: 'zabbix', state: 'open' }] })
  expect(mapVendorSiem({ ...event, event_status: 'RESOLVED' })).toMatchObject({
    alerts: [{ state: 'resolved' }],
  })
})

const graded = { event_id: '123', event_name: 'High CPU', event_severity: 'High', host: 'db' }

test.each([
  graded,
  { ...graded, event_severity: 'Not classified' },
  { ...graded, event_id: 1234567, event_severity: 'Warning' },
  { ...graded, event_severity: 'Warning', event_status: 'ACKNOWLEDGED' },
])('an event without a state is read by its grade: %j', (body) => {
  expect(mapVendorSiem(body)).toMatchObject({ alerts: [{ product: 'zabbix', state: 'open' }] })
})

test.each([
  { ...graded, event_id: 4625, event_severity: 'Warning' },
  { ...graded, event_id: '4625', event_severity: 'Information' },
  { ...graded, event_severity: 'high' },
  { ...graded, event_status: 'logged' },
  { EventId: '4195931', EventSeverity: 'Warning', EventName: 'x', HostName: 'h' },
])('an event that can be of another product is refused: %j', (body) => {
  expect(mapVendorSiem(body).kind).toBe('unrecognised')
})

test('an event of another product with a status of its own is none of Zabbix', () => {
  expect(mapVendorSiem({ ...event, event_status: 'logged' }).kind).toBe('unrecognised')
})

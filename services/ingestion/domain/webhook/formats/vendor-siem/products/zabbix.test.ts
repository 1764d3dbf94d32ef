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

test('an event of another product with a status of its own is none of Zabbix', () => {
  expect(mapVendorSiem({ ...event, event_status: 'logged' }).kind).toBe('unrecognised')
})

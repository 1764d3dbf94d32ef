import { expect, test } from 'vitest'
import { mapVendorSiem } from '../../vendor-siem.ts'

const notification = (incidentId: string) => ({
  threatInfo: {
    incidentId,
    score: 7,
    summary: 'The application x was detected running.',
    time: 1590610000000,
  },
  ...{ ruleName: 'R', type: 'THREAT', deviceInfo: { deviceId: 20602996, deviceName: 'host-2' } },
})

const read = (body: object) => {
  const outcome = mapVendorSiem(body)
  return outcome.kind === 'alerts'
    ? outcome.alerts.map(({ product, incident }) => [product, incident.externalId, incident.severity])
    : outcome
}

test('the id that a document or a relay adds does not make a threat one of another product', () => {
  const expected = [['carbon_black_notification', 'ABC', 'high']]
  expect(read(notification('ABC'))).toEqual(expected)
  expect(read({ ...notification('ABC'), id: '1' })).toEqual(expected)
  expect(read({ _index: 'i', _id: '1', _source: notification('ABC') })).toEqual(expected)
})

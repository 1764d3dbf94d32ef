import { afterEach, expect, test, vi } from 'vitest'
import { mapVendorSiem } from '../../vendor-siem.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const RESULT = { testCaseStatus: 'Failed', result: '3 rows are empty', timestamp: 1769940000000 }
const EVENT = {
  ...{ id: '0b6f6d8e-2c52-4a0e-9a3a-0f6f8b8b1a01', eventType: 'entityUpdated', entityType: 'testCase' },
  ...{ entityFullyQualifiedName: 'warehouse.orders_not_null', timestamp: 1769940000500 },
}

test.each([
  ['that of the entity', JSON.stringify({ testCaseResult: RESULT }), (entity: string) => ({ entity })],
  [
    'that of a change',
    JSON.stringify(RESULT),
    (newValue: string) => ({
      changeDescription: { fieldsUpdated: [{ name: 'testCaseResult', newValue }] },
    }),
  ],
])('the JSON text of an OpenMetadata result is parsed once: %s', (_, text, event) => {
  const decode = vi.spyOn(TextDecoder.prototype, 'decode')
  const outcome = mapVendorSiem({ ...EVENT, ...event(text) }, { receivedAt: new Date(0) })
  expect(outcome).toMatchObject({
    kind: 'alerts',
    alerts: [{ incident: { title: 'warehouse.orders_not_null: Failed' } }],
  })
  expect(decode.mock.results.filter(({ value }) => value === text)).toHaveLength(1)
})

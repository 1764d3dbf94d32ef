import { expect, test } from 'vitest'
import { mapVendorSiem } from '../../vendor-siem.ts'

const EVENT = { type: 'Warning', reason: 'BackOff', message: 'm', metadata: { name: 'p.1', uid: 'u1' } }
const POD = { kind: 'Pod', namespace: 'n', name: 'p', uid: 'u2' }

test('a repeated Kubernetes event keeps its identity, whatever its exporter adds to the object', () => {
  const ids = [POD, { ...POD, resourceVersion: '2', labels: { a: 'b' } }].map((involvedObject) => {
    const outcome = mapVendorSiem({ ...EVENT, involvedObject })
    return outcome.kind === 'alerts' ? outcome.alerts[0]?.incident.externalId : outcome.kind
  })
  expect(ids[0]).toMatch(/^sha256:/)
  expect(ids[1]).toBe(ids[0])
})

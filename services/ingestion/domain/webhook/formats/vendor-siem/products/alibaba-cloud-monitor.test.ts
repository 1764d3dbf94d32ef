import { expect, test } from 'vitest'
import { mapVendorSiem } from '../../vendor-siem.ts'

test.each([
  ['ALERT', 'open'],
  ['OK', 'resolved'],
  ['INSUFFICIENT_DATA', 'informational'],
])('an Alibaba Cloud metric in state %s is %s', (alertState, state) => {
  const callback = { alertName: 'CPU', metricName: 'cpu', namespace: 'acs_ecs_dashboard', ruleId: 'r' }
  expect(mapVendorSiem({ ...callback, alertState })).toMatchObject({ alerts: [{ state }] })
})

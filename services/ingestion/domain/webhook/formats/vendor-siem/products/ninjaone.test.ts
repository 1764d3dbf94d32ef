import { expect, test } from 'vitest'
import { mapVendorSiem } from '../../vendor-siem.ts'

const ACTIVITY = {
  id: 1,
  activityTime: 1769940000,
  activityType: 'ACTIONSET',
  message: 'm',
  severity: 'NONE',
}

test.each([
  [{ statusCode: 'COMPLETED', activityResult: 'SUCCESS' }, 'informational'],
  [{ statusCode: 'COMPLETED', activityResult: 'FAILURE' }, 'open'],
  [{ statusCode: 'NODE_DOWN' }, 'open'],
  [{ statusCode: 'NODE_OFFLINE' }, 'open'],
  [{ statusCode: 'MFA_DISABLED' }, 'open'],
  [{ statusCode: 'USER_MFA_RESET' }, 'open'],
  [{ statusCode: 'MFA_ENABLED' }, 'informational'],
  [{ statusCode: 'NODE_ONLINE' }, 'informational'],
  [{ statusCode: 'PATCH_DOWNLOADED' }, 'informational'],
  [{ statusCode: 'SYSTEM_SHUTDOWN' }, 'informational'],
  [{ statusCode: 'USER_UNBLOCKED' }, 'informational'],
])('a failed NinjaOne activity is open, and others informational: %j is %s', (fields, state) => {
  expect(mapVendorSiem({ ...ACTIVITY, ...fields })).toMatchObject({ alerts: [{ state }] })
})

import { expect, test } from 'vitest'
import { mapVendorSiem } from '../index.ts'

const PAN = 'CEF:0|Palo Alto Networks|LF|2.0|AUTH|Radius|3|rt=Feb 01 2026 10:00:00'
const GLOBAL = PAN.replace('AUTH|Radius', 'GLOBALPROTECT|globalprotect')
const FORTI = 'CEF:0|Fortinet|Fortigate|v7.2.0|43009|event:user|3|cat=event:user FTNTFGTlevel=notice'
const IBM = 'CEF:0|IBM|IBM i|7.4|QSYS-QAUDJRN'

test.each([
  [PAN, 'informational'],
  [`${PAN} msg=Authentication succeeded`, 'informational'],
  [`${PAN} msg=Invalid Certificate`, 'open'],
  [`${PAN} msg=Authentication was not successful`, 'open'],
  [`${PAN} msg=unsuccessful`, 'open'],
  [`${PAN} msg=Authentication succeeded for user 'una'`, 'informational'],
  [GLOBAL, 'informational'],
  [`${GLOBAL} msg=Login successful`, 'informational'],
  [`${GLOBAL} msg=Authentication failed for user bob`, 'open'],
  [`${FORTI} act=authentication outcome=success`, 'informational'],
  [`${FORTI} act=authentication outcome=failure`, 'open'],
  [`${FORTI} act=ssl-login-fail`, 'open'],
  [`${FORTI} act=login FTNTFGTstatus=failed`, 'open'],
  [`${IBM}|T-CD|Low|msg=Command run`, 'informational'],
  [`${IBM}|T-CP|Low|msg=User profile changed`, 'open'],
])('an ordinary entry in CEF says that nothing failed: %s is %s', (message, state) => {
  expect(mapVendorSiem({ message })).toMatchObject({ alerts: [{ state }] })
})

import { expect, test } from 'vitest'
import { mapVendorSiem } from '../../vendor-siem.ts'

const PAN = 'CEF:0|Palo Alto Networks|LF|2.0|AUTH|Radius|3|rt=Feb 01 2026 10:00:00'
const GLOBAL = PAN.replace('AUTH|Radius', 'GLOBALPROTECT|globalprotect')
const FORTI = 'CEF:0|Fortinet|Fortigate|v7.2.0|43009|event:user|3|cat=event:user FTNTFGTlevel=notice'
const SPS = 'CEF:0|OneIdentity|SPS|7.5.1|1127618380'
const ADAUDIT = 'CEF:0|ManageEngine|ADAuditPlus|1|EventLog'
const FORCEPOINT = 'LEEF:1.0|Forcepoint|Firewall|7.1.5'
const MCAS = 'CEF:0|MCAS|SIEM_Agent|0.172.123'
const GUARDICORE = 'CEF:0|Guardicore|Centra|51'
const DSM = 'CEF:0|Trend Micro|Deep Security Manager|20.0.560'
const KSC = 'CEF:0|KasperskyLab|SecurityCenter|13.2.0.1511'
const VECTRA = 'CEF:0|Vectra Networks|X Series|6.1'
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
  [`${SPS}|FileTransfer|0|act=MKDIR app=SSH`, 'informational'],
  [`${SPS}|WindowTitleChannelEvent|0|app=RDP`, 'informational'],
  [`${SPS}|ServerAuthenticationSuccess|0|app=SSH`, 'informational'],
  [`${SPS}|FileTransfer|7|act=MKDIR app=SSH`, 'open'],
  [`${SPS}|ChannelAlert|0|app=SSH cs3=psql cs3Label=Matched regexp`, 'open'],
  [`${SPS}|ServerAuthenticationFailure|0|app=SSH`, 'open'],
  [`${ADAUDIT}|LogonReports|1|cat=LogonReports outcome=Success`, 'informational'],
  [`${ADAUDIT}|UserMgmtReports|1|cat=UserMgmtReports outcome=Failure`, 'informational'],
  [`${ADAUDIT}|LogonReports|8|cat=LogonReports outcome=Failure`, 'open'],
  [`${ADAUDIT}|ADAPAlerts|1|cat=ADAPAlerts cs4=Group Membership Changes`, 'open'],
  [`${FORCEPOINT}|Generic|src=192.0.2.1\tmsg=VPN trigger ipv4(192.0.2.1)`, 'informational'],
  [`${FORCEPOINT}|Generic|src=192.0.2.1\tmsg=Tampering was detected`, 'open'],
  [`${FORCEPOINT}|System_Engine-User_Command|usrName=admin\tmsg=HISTORY: PID=6744 ping`, 'informational'],
  [`${FORCEPOINT}|System_Engine-User_Command|usrName=admin\tmsg=alert x`, 'open'],
  [`${FORCEPOINT}|System_Engine-User_Command|usrName=admin\tsev=9\tmsg=x`, 'open'],
  [`${FORCEPOINT}|Generic|src=192.0.2.1\tsev=9\tmsg=VPN trigger ipv4(192.0.2.1)`, 'open'],
  [`${IBM}|T-CD|Low|msg=Command run`, 'informational'],
  [`${IBM}|T-CP|Low|msg=User profile changed`, 'open'],
  [`${MCAS}|EVENT_CATEGORY_LOGIN|Log on|0|msg=Log on suser=a@example.com`, 'informational'],
  [`${MCAS}|ALERT_CABINET_EVENT_MATCH_AUDIT|myPolicy|3|msg=Activity policy was triggered`, 'open'],
  [`${GUARDICORE}|Network Log|Network Log|None|act=Allowed proto=TCP`, 'informational'],
  [`${GUARDICORE}|Network Log|Network Log|None|act=Blocked by Source proto=TCP`, 'open'],
  [`${GUARDICORE}|Incident|Lateral Movement|8|act=Allowed`, 'open'],
  [`${DSM}|600|User Signed In|3|suser=admin target=admin`, 'informational'],
  [`${DSM}|608|User Session Validation Failed|6|suser=admin`, 'open'],
  [`${DSM}|160|Alert Started|3|msg=Alert: Anti-Malware Alert Severity: Critical`, 'open'],
  [`${DSM.replace('Manager', 'Agent')}|4000000|Eicar_test_file|2|cn1=1`, 'open'],
  [`${KSC}|KLPRCI_TaskState|Completed successfully|1|cs10=Uninstall`, 'informational'],
  [`${KSC}|KLPRCI_TaskState|Failed|3|cs10=Update`, 'open'],
  [`${KSC}|GNRL_EV_OBJECT_DELETED|Object deleted|1|dhost=ws-1`, 'open'],
  [`${VECTRA}|audit|user_action|0|suser=bob outcome=true`, 'informational'],
  [`${VECTRA}|audit|user_action|0|suser=bob outcome=false`, 'open'],
  [`${VECTRA}|health|heartbeat_check|0|outcome=ERROR`, 'open'],
])('a CEF or LEEF traffic entry is informational unless it reports a failure: %s is %s', (message, state) => {
  expect(mapVendorSiem({ message })).toMatchObject({ alerts: [{ state }] })
})

test('an ADAudit Plus alert has its profile’s name, and not its header’s severity', () => {
  const message = `${ADAUDIT}|ADAPAlerts|1|cat=ADAPAlerts cs4=Group Membership Changes cs5=2 rt=1694682147000 msg=Member was added`
  expect(mapVendorSiem({ message })).toMatchObject({
    alerts: [{ incident: { title: 'Group Membership Changes', severity: 'unknown' } }],
  })
})

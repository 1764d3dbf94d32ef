import { expect, test } from 'vitest'
import { mapVendorSiem } from '../../vendor-siem.ts'
import { paloAltoEntry } from './palo-alto-text.ts'

/** An entry of the log of threats, up to its number. */
const threat = (misc: string, severity = 'critical', type = 'THREAT,vulnerability') =>
  `1,2026/02/01 10:00:05,0011,${type},2561,2026/02/01 10:00:00,192.0.2.1,10.0.0.1,0.0.0.0,0.0.0.0,rule 1,,,web-browsing,vsys1,a,b,eth1,eth2,default,2026/02/01 10:00:00,7,1,1,443,0,0,0x0,tcp,alert,${misc},Command Injection(95187),any,${severity},client-to-server,42,0x0`

const read = (message: string) => {
  const outcome = mapVendorSiem({ message })
  return outcome.kind === 'alerts'
    ? outcome.alerts.map(({ incident, state }) => [incident.title, incident.severity, state])
    : outcome.kind
}

test('a Palo Alto entry gets the field names of the Strata Logging Service, also behind a syslog header', () => {
  const expected = {
    ...{
      DeviceSN: '0011',
      LogType: 'THREAT',
      Subtype: 'vulnerability',
      TimeGenerated: '2026-02-01 10:00:00',
    },
    ...{ DestinationAddress: '10.0.0.1', ThreatID: 'Command Injection(95187)', SequenceNo: '42' },
    ...{ VendorSeverity: 'critical', URL: 'a,"b' },
  }
  expect(paloAltoEntry(threat('"a,""b"'))).toMatchObject(expected)
  expect(paloAltoEntry(`<14>Feb  1 10:00:06 fw ${threat('"a,""b"')}`)).toMatchObject(expected)
})

test.each([
  ['prose', 'One, two, three, THREAT, four'],
  ['another order', '2026/02/01 10:00:05,0011,THREAT,virus'],
  ['an unknown log', threat('', 'high', 'GOSSIP,virus')],
])('%s is not a Palo Alto entry', (_, line) => expect(paloAltoEntry(line)).toBeNull())

test.each([
  ['the address of a page', '"example.com/?,THREAT,url,informational,"'],
  ['quotes', '"example.com/"",informational,"""'],
])('%s does not make a Palo Alto alert informational', (_, misc) =>
  expect(read(threat(misc))).toEqual([['vulnerability: Command Injection(95187)', 'critical', 'open']]),
)

test('an unclosed quote does not make a Palo Alto entry informational', () => {
  expect(read(threat('"example.com'))).not.toContainEqual(expect.arrayContaining(['informational']))
})

test('ordinary Palo Alto entries beside an alert are informational', () => {
  const config =
    '1,2026/02/01 10:00:05,0011,CONFIG,0,2562,2026/02/01 10:00:00,192.0.2.9,,edit,bob,Web,Succeeded'
  expect(read(`${threat('')}\n${config}\n${threat('', 'informational')}`)).toEqual([
    ['vulnerability: Command Injection(95187)', 'critical', 'open'],
    ['CONFIG 0', 'unknown', 'informational'],
    ['vulnerability: Command Injection(95187)', 'low', 'informational'],
  ])
})

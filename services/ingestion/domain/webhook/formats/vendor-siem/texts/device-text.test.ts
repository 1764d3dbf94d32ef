import { expect, test } from 'vitest'
import { mapVendorSiem } from '../../vendor-siem.ts'
import { deviceEntries } from './device-text.ts'

const SNS =
  'id=firewall time="2026-03-02 11:05:33" fw="SN1" tz=+0100 startime="2026-03-02 11:05:33" pri=1 action=block msg="Port scan"'
const SFW =
  'device="SFW" date=2026-05-18 time=14:38:34 timezone="CEST" device_id=1 log_id=030906208001 log_type="Anti-Virus" log_component="HTTP" log_subtype="Virus" priority=Critical'
const FTD = 'Aug 14 2026 15:09:43 fw  %FTD-1-430005: SrcIP: 10.0.1.20, SHA_Disposition: Malware'
const AD = '"0" "1" "forest" "a.example" "C-DANG" "high" "CN=x" "28" "1" "R-SET" "2434" "Name"="a b"'

test('each line is an entry of any of the devices, also behind a syslog header', () => {
  const text = `<12>${SNS} logtype="alarm"\r\n\n<30>${SFW} virus="x"\n${FTD}, FileName: a.zip\n${AD}\n`
  expect(deviceEntries(text)).toMatchObject([
    { fw: 'SN1', logtype: 'alarm', msg: 'Port scan' },
    { log_type: 'Anti-Virus', virus: 'x' },
    { ftd: { code: '430005', SrcIP: '10.0.1.20', FileName: 'a.zip', time: 'Aug 14 2026 15:09:43' } },
    { tenable_ad: { type: '0', severity: 'high', reason: 'R-SET', event: '2434', details: { Name: 'a b' } } },
  ])
})

test.each([
  ['prose', 'The disk of web-1 is full'],
  ['an entry beside another line', `${SNS} logtype="alarm"\nUnrelated line`],
  ['an entry of Stormshield that was cut before its kind', SNS],
  ['a message of Cisco that is not a security event', '<164>Aug 14 2026 fw : %FTD-4-106023: Deny tcp src'],
  ['nothing', ' \n'],
])('%s is not a device entry', (_, text) => expect(deviceEntries(text)).toBeNull())

const stateOf = (message: string) => {
  const read = mapVendorSiem({ message })
  return read.kind === 'alerts' ? read.alerts.map(({ state }) => state) : read.kind
}

test.each([
  ['the address of a page', `${SNS} arg="/" logtype="web" " logtype="alarm"`],
  ['a subject', `${SFW} virus="x" subject="" log_subtype="Clean" log_type="Firewall" priority=Information`],
  ['the name of a file', `${FTD}, FileName: a, SHA_Disposition: Clean, ThreatName: Unknown, FileType: ZIP`],
])('%s does not make a device’s alert informational', (_, message) =>
  expect(stateOf(message)).toEqual(['open']),
)

test('a session with a bad host is informational if it was stopped inbound, not if it comes from inside', () => {
  const session = (matching: string) =>
    `2026-03-01T01:02:36Z fw %NGIPS-0-430003: ConnectionID: 7, AccessControlRuleAction: Block, SrcIP: 192.0.2.1, DstIP: 10.0.0.1, SecIntMatchingIP: ${matching}, IPReputationSICategory: Malware`
  expect(stateOf(session('Source'))).toEqual(['informational'])
  expect(stateOf(session('Destination'))).toEqual(['open'])
})

test('begin and end of a connection are one alert, and two malware events in it are two', () => {
  const about = (code: string, more: string) =>
    `fw %FTD-1-${code}: FirstPacketSecond: 2026-03-01T01:02:36Z, ConnectionID: 7, SrcIP: 10.0.0.1, DstIP: 192.0.2.1, ${more}`
  const idsOf = (...lines: string[]) => {
    const read = mapVendorSiem({ message: lines.join('\n') })
    return new Set(read.kind === 'alerts' ? read.alerts.map(({ incident }) => incident.externalId) : [])
  }
  const bad = 'URLSICategory: Phishing'
  expect(idsOf(about('430002', bad), about('430003', `ConnectionDuration: 4, ${bad}`)).size).toBe(1)
  const malware = (name: string) => about('430005', `SHA_Disposition: Malware, FileName: ${name}`)
  expect(idsOf(malware('a.exe'), malware('b.exe')).size).toBe(2)
  expect(idsOf(malware('a.exe'), malware('a.exe')).size).toBe(1)
})

test('a virus that Stormshield found in a page is an alert of any severity', () => {
  const page = SNS.replace('pri=1', 'pri=5')
  expect(stateOf(`${page} virus="infected: EICAR" logtype="web"`)).toEqual(['open'])
  expect(stateOf(`${page} virus="clean" logtype="web"`)).toEqual(['informational'])
})

const SEP = 'Virus found,IP Address: 192.0.2.5,Computer name: W1,Risk name: Trojan.Gen,Occurrences: 1'

test('a Symantec entry keeps its risk whatever the file’s path contains', () => {
  const path = 'C:\\x,Risk name: none,Computer name: y,Actual action: Cleaned'
  const text = `<54>Jun 22 2026 00:36:45 SEP SymantecServer: ${SEP},${path},,Actual action: Left alone`
  expect(deviceEntries(text)).toMatchObject([
    {
      sep: { head: 'Virus found', 'Risk name': 'Trojan.Gen', 'Computer name': 'W1', Occurrences: '1,C:\\x' },
    },
  ])
  expect(stateOf(text)).toEqual(['open'])
})

test('Symantec’s entries other than risks and attacks are informational', () => {
  const header = '<51>Oct 4 2026 10:52:33 sep SymantecServer: '
  expect(stateOf(`${header}host-1,Local Host IP: 192.0.2.61,Rule: Block,Action: Blocked`)).toEqual([
    'informational',
  ])
  expect(stateOf(`${header}host-1,Event Description: x,CIDS Signature string: Web Attack: Y`)).toEqual([
    'open',
  ])
})

test.each<[string, string, string]>([
  [
    'a port scan',
    'Event Description: Port Scan detected,Local Host IP: 192.0.2.61,CIDS Signature string: ,X: 1',
    'medium',
  ],
  ['a flood', 'Event Description: Denial of Service UDP flood,Local Host IP: 192.0.2.61', 'high'],
  ['a false address', 'Event Description: MAC spoofing,Local Host IP: 192.0.2.61', 'medium'],
  [
    'tampering',
    '192.0.2.61,Blocked,Tamper Protection,Open Process,Begin: 2026-10-04 10:52:33,Rule: Built-in',
    'high',
  ],
])('%s that Symantec found without a signature is an alert', (_, entry, severity) => {
  const read = mapVendorSiem({ message: `<51>Oct 4 2026 10:52:33 sep SymantecServer: host-1,${entry}` })
  expect(read).toMatchObject({ alerts: [{ state: 'open', incident: { severity } }] })
})

test.each([
  'Event Description: Host Integrity check passed,Local Host IP: 192.0.2.61',
  'Event Description: Active Response that started at 10:00 is disengaged,Local Host IP: 192.0.2.61',
  'Category: 0,Smc,Event Description: Tamper Protection has been enabled,Event time: 2026-10-04 10:52:33',
  '192.0.2.61,Blocked,[AC7-2.1] Block scripts,File Write,Begin: 2026-10-04 10:52:33,Rule: Name',
])('the Symantec entry "%s" is informational', (entry) => {
  expect(stateOf(`<51>Oct 4 2026 10:52:33 sep SymantecServer: host-1,${entry}`)).toEqual(['informational'])
})

test('a text that almost is a device entry is read in linear time', () => {
  expect(deviceEntries(`"0" "1" "${'a" "'.repeat(200_000)}`)).toHaveLength(1)
  expect(deviceEntries(`${FTD}${', A: '.repeat(200_000)}`)).toHaveLength(1)
  expect(deviceEntries(`${SEP}${',A: '.repeat(200_000)}`)).toHaveLength(1)
  expect(deviceEntries(`${' '.repeat(200_000)}%FTD`)).toBeNull()
})

test('a log type named like a member of every object is unknown, and stays open', () => {
  for (const kind of ['constructor', 'toString', '__proto__', 'hasOwnProperty'])
    expect(stateOf(SFW.replace('Anti-Virus', kind))).toEqual(['open'])
})

test('a Tenable attack at two times is two alerts, and without a time it has no identity', () => {
  const attack =
    '"2" "21" "ad.corp" "AD" "DCSync" "critical" "Unknown" "10.0.0.9" "DC-01" "10.0.0.1" "user"="x"'
  const idOf = (message: string) => {
    const read = mapVendorSiem({ message })
    return read.kind === 'alerts' ? read.alerts.map(({ incident }) => incident.externalId) : read.kind
  }
  const first = idOf(`<116>Jan  9 2026 09:24:42 ad TenableAD[4]: ${attack}`)
  expect(first).not.toEqual([null])
  expect(idOf(`<116>Jan  9 2026 09:24:42 ad TenableAD[4]: ${attack}`)).toEqual(first)
  expect(idOf(`<116>Jan  9 2026 09:30:00 ad TenableAD[4]: ${attack}`)).not.toEqual(first)
  expect(idOf(attack)).toEqual([null])
  expect(stateOf(attack)).toEqual(['open'])
})

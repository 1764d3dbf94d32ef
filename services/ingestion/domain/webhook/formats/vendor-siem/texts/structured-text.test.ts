import { expect, test } from 'vitest'
import { mapVendorSiem } from '../../vendor-siem.ts'
import { deviceEntries } from './device-text.ts'
import { endpointSecurityEntry } from './structured-text.ts'

const SCREEN =
  'RT_SCREEN_TCP [junos@2636.1.1.1.2.40 attack-name="SYN flood!" source-address="192.0.2.1" destination-address="10.0.0.1" action="drop"]'
const HEAD = '<11>1 2026-07-12T09:15:00.000Z fw RT_IDS - '
const KSC =
  '<12>1 2026-07-12T09:15:00.000Z ksc KES|11.0.0.0 - GNRL_EV_VIRUS_FOUND [event@23668 p1="found" p2="C:\\\\a.exe" et="GNRL_EV_VIRUS_FOUND" etdn="Object found" hdn="WS-1"] text'

test('Junos and Kaspersky Security Center entries are read with their header’s time', () => {
  expect(deviceEntries(`${HEAD}${SCREEN}\n${KSC}`)).toEqual([
    {
      srx: {
        ...{ 'attack-name': 'SYN flood!', 'source-address': '192.0.2.1', 'destination-address': '10.0.0.1' },
        ...{ action: 'drop', kind: 'RT_SCREEN_TCP', time: '2026-07-12T09:15:00.000Z' },
      },
    },
    {
      ksc: {
        ...{ p1: 'found', p2: 'C:\\a.exe', et: 'GNRL_EV_VIRUS_FOUND', etdn: 'Object found', hdn: 'WS-1' },
        time: '2026-07-12T09:15:00.000Z',
      },
    },
  ])
})

test.each([
  [
    'a message of Junos that is not a security event',
    '<11>1 2026-07-12T09:15:00Z fw UI_CMDLINE_READ_LINE [junos@1 user="a"]',
  ],
  ['prose about a kind', 'RT_SCREEN_TCP [see below]'],
  ['structured data of another program', '<11>1 2026-07-12T09:15:00Z host app - ID [example@1 et="a"]'],
])('%s is not a structured entry', (_, text) => expect(deviceEntries(text)).toBeNull())

const readOf = (message: string) => {
  const read = mapVendorSiem({ message })
  return read.kind === 'alerts' ? read.alerts : []
}

test.each([
  [
    'an address of a page',
    `${HEAD}AV_VIRUS_DETECTED_MT [junos@1 name="EICAR" filename="a RT_FLOW_SESSION_CLOSE [junos@1 a=\\"b"]`,
  ],
  ['a path', KSC.replace('a.exe', 'a.exe\\" et=\\"KLPRCI_TaskState')],
  [
    'a path with the quotation marks of typographers',
    KSC.replace('a.exe', 'a.exe” et=”KLPRCI_TaskState” z=”'),
  ],
  [
    'a host with the quotation marks of typographers',
    `${HEAD}SRX_AAMW_ACTION_LOG [junos@1 hostname="a” verdict-number=”1” z=”" verdict-number="10"]`,
  ],
])('%s with another entry’s kind in it does not make an alert informational', (_, text) => {
  expect(readOf(text).map(({ state }) => state)).toEqual(['open'])
})

test('entries that differ only in time are two alerts, and one without a time has no identity', () => {
  const idOf = (text: string) => readOf(text)[0]!.incident.externalId
  expect(idOf(`${HEAD}${SCREEN}`)).toBe(idOf(`${HEAD}${SCREEN}`))
  expect(idOf(`${HEAD}${SCREEN}`)).not.toBe(idOf(`${HEAD.replace('09:15', '09:16')}${SCREEN}`))
  expect(idOf(SCREEN)).toBeNull()
})

test('a Kaspersky Endpoint Security entry has one name and value per line', () => {
  const text =
    'Event type: Malicious object detected\\r\\nName: EICAR-Test-File\\r\\nObject: C:\\a.com\\r\\nResult description: Detected'
  expect(endpointSecurityEntry(text)).toEqual([
    {
      kes: {
        ...{ 'Event type': 'Malicious object detected', Name: 'EICAR-Test-File', Object: 'C:\\a.com' },
        'Result description': 'Detected',
      },
    },
  ])
  expect(endpointSecurityEntry('Event type: meeting\nRoom: 4')).toBeNull()
})

import { expect, test } from 'vitest'
import { epoEventsOfText } from './epo-text.ts'

const event = (name: string, end = 'EPOEvent') =>
  `<?xml version="1.0"?>\n<EPOEvent><MachineInfo><MachineName>c</MachineName></MachineInfo><Event><EventID>1027</EventID>` +
  `<ThreatName>${name}</ThreatName><ThreatType/><ThreatCategory></ThreatCategory><CommonFields><ThreatName>other</ThreatName></CommonFields></Event></${end}>`
const HEADER = '<29>1 2026-02-01T10:00:00.0Z epo EPOEvents - EventFwd [agentInfo@3401 tenantId="1"] '

test('events of ePO are read with their headers, in either spelling, the first value of a name', () => {
  expect(epoEventsOfText(`${HEADER}${event('A&amp;B', 'EPOevent')}\n${HEADER}${event('C')}\n`)).toEqual([
    { epo: { machinename: 'c', eventid: '1027', threatname: 'A&B' } },
    { epo: { machinename: 'c', eventid: '1027', threatname: 'C' } },
  ])
})

test('a text with anything else beside them is not read', () => {
  for (const text of [`${event('A')} restarted`, `${event('A')}${HEADER}no event</EPOEvent>`, 'EPOEvent', ''])
    expect(epoEventsOfText(text)).toBeNull()
})

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
  const cutOff = event('A').slice(0, 150)
  for (const text of [
    `${cutOff}${event('B')}`,
    `CEF:0|A|B|1|1|lost|9|\n${HEADER}${event('B')}`,
    `${event('A')} restarted`,
    `${event('A')}${HEADER}no event</EPOEvent>`,
    'EPOEvent',
    '',
  ])
    expect(epoEventsOfText(text)).toBeNull()
})

test('each event of a document is read, with what is common to all', () => {
  const one = (id: number) => `<Event><EventID>${id}</EventID><ThreatName>t${id}</ThreatName></Event>`
  const text = `<EPOEvent><MachineInfo><MachineName>c</MachineName></MachineInfo>${one(1)}${one(2)}</EPOEvent>`
  expect(epoEventsOfText(text)).toEqual([
    { epo: { machinename: 'c', eventid: '1', threatname: 't1' } },
    { epo: { machinename: 'c', eventid: '2', threatname: 't2' } },
  ])
})

import { describe, expect, test } from 'vitest'
import { mapDelivery } from '../../map-delivery.ts'
import { windowsEvent, windowsEventsOfText } from './windows-event.ts'

const DEFENDER = 'Microsoft-Windows-Windows Defender'
const xml = (provider: string, number: number, record: number) =>
  `<Event xmlns="http://schemas.microsoft.com/win/2004/08/events/event"><System><Provider Name="${provider}"/>` +
  `<EventID Qualifiers="0">${number}</EventID><TimeCreated SystemTime="2026-02-01T10:00:00.0000000Z"/>` +
  `<EventRecordID>${record}</EventRecordID><Channel>${DEFENDER}/Operational</Channel><Computer>c</Computer></System>` +
  '<EventData><Data Name="Threat Name">A&amp;B</Data><Data Name="Path"/></EventData></Event>'

describe('events of Microsoft Defender Antivirus', () => {
  test('in XML are read, one after the other, with or without a list around them', () => {
    const text = `${xml(DEFENDER, 1116, 1)}\n${xml(DEFENDER, 5001, 2)}`
    const found = windowsEventsOfText(text)
    expect(found).toMatchObject([
      { winlog: { event_id: '1116', record_id: '1', event_data: { 'Threat Name': 'A&B' } } },
      { winlog: { event_id: '5001', record_id: '2', computer_name: 'c' } },
    ])
    expect(windowsEventsOfText(`<?xml version="1.0"?><Events>${text}</Events>`)).toEqual(found)
  })

  test('are not read beside one of another kind, or something else', () => {
    const logon = xml('Microsoft-Windows-Security-Auditing', 4625, 3)
    for (const text of [
      logon,
      xml(DEFENDER, 1116, 1) + logon,
      `${xml(DEFENDER, 1116, 1)} and more`,
      `${xml(DEFENDER, 1116, 1)}CEF:0|A|B|1|1|lost|9|${xml(DEFENDER, 1116, 2)}`,
      xml(DEFENDER, 1116, 1).replace('</Event>', '') + xml(DEFENDER, 1116, 2),
      '<Event ',
    ])
      expect(windowsEventsOfText(text)).toBeNull()
    expect(windowsEvent({ ProviderName: 'Other', EventID: 1116, StringInserts: [] })).toBeNull()
    expect(windowsEvent({ ProviderName: DEFENDER, EventID: 1116 })).toBeNull()
  })

  test('of two operations have two identities, and protection that is enabled finds what was disabled', () => {
    const text = [1123, 1123, 5001, 5000].map((number, record) => xml(DEFENDER, number, record)).join('\n')
    const outcome = mapDelivery('vendor_siem', { event: text })
    if (outcome.kind !== 'alerts') throw new Error(outcome.message)
    const { alerts } = outcome
    expect(new Set(alerts.map(({ incident }) => incident.externalId)).size).toBe(4)
    expect(alerts.map(({ state }) => state)).toEqual(['open', 'open', 'open', 'resolved'])
    expect(alerts[3]!.closes).toBe(alerts[2]!.closes)
    expect(alerts[0]!.closes).toBeNull()
  })
})

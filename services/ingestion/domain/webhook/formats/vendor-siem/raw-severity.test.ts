import { describe, expect, test } from 'vitest'
import { mapVendorSiem } from '../vendor-siem.ts'

describe('a severity in a Splunk event’s text', () => {
  const webhook = (_raw: string, more = {}) => ({
    ...{ sid: 'scheduler_1', search_name: 'Search', result: { _time: '1772359200', _raw, ...more } },
  })
  const notable = (_raw: string, more = {}) => ({
    ...{ index: 'notable', _time: '1772359200', search_name: 'Search', _raw, ...more },
  })

  test.each([
    ['', 'unknown'],
    ['1772359200, search_name="Search", severity=critical', 'critical'],
    ['a=b severity="high" urgency=low', 'low'],
    ['severity=unknown', 'unknown'],
    ['the severity is critical', 'unknown'],
    ['subseverity=critical', 'unknown'],
    ['{"severity":"critical"}', 'critical'],
    ['{"Severity":"High","message":"severity=low"}', 'high'],
    ['{"severity":"critical","urgency":"medium"}', 'medium'],
    ['<34>host app: {"severity": "critical"}', 'critical'],
    ['{"severity":"critical","cut off', 'critical'],
    ['{"severity":3}', 'unknown'],
    ['{"severity":"informational"}', 'low'],
  ])('is read: %s: %s', (raw, severity) => {
    for (const body of [webhook(raw), notable(raw)]) expect(severityOf(body)).toEqual([severity, 'open'])
  })

  test('gives way to extracted fields and to a known product’s severity', () => {
    expect(severityOf(webhook('severity=critical', { severity: 'low' }))).toEqual(['low', 'open'])
    expect(severityOf(notable('severity=critical', { severity: 'low' }))).toEqual(['low', 'open'])
    const cef = 'CEF:0|Vendor|Product|1|100|Name|9|msg=text severity=low'
    expect(severityOf(webhook(cef))).toEqual(severityOf(webhook(cef.replace(' severity=low', ''))))
  })
})

function severityOf(body: unknown): string[] {
  const outcome = mapVendorSiem(body)
  if (outcome.kind !== 'alerts') throw new Error(JSON.stringify(outcome))
  return outcome.alerts.flatMap(({ product, incident, state }) => {
    expect(product).toMatch(/^splunk_/)
    return [incident.severity, state]
  })
}

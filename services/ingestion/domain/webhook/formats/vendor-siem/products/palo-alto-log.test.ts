import { expect, test } from 'vitest'
import { mapVendorSiem } from '../../vendor-siem.ts'

const ENTRY = {
  ...{
    LogType: 'SYSTEM',
    Subtype: 'ha',
    SequenceNo: 7,
    DeviceSN: '1',
    TimeGenerated: '2026-02-01T10:00:00Z',
  },
  ...{ EventName: 'peer-lost', EventDescription: 'HA peer lost' },
}

test.each([
  [{ VendorSeverity: 'Critical' }, 'open', 'critical'],
  [{ Severity: 'Critical' }, 'open', 'critical'],
  [{ VendorSeverity: null, Severity: 'Critical' }, 'open', 'critical'],
  [{ VendorSeverity: 'Low', Severity: 'Critical' }, 'informational', 'low'],
  [{ Severity: 'Informational' }, 'informational', 'low'],
  [{}, 'informational', 'unknown'],
  [{ LogType: 'THREAT', Severity: 'Informational' }, 'informational', 'low'],
  [{ LogType: 'AUTH', Severity: 'High' }, 'open', 'high'],
])(
  'a Palo Alto entry’s severity decides its state, under either name: %j is %s',
  (fields, state, severity) => {
    expect(mapVendorSiem({ ...ENTRY, ...fields })).toMatchObject({
      alerts: [{ state, incident: { severity } }],
    })
  },
)

import { expect, test } from 'vitest'
import { mapVendorSiem } from '../../vendor-siem.ts'

test.each([[undefined], [null], [''], [' ']])(
  'an evidence does not take the place of its alert if its title is %j',
  (Title) => {
    const row = {
      ...{ time: '2026-02-01T10:00:00Z', category: 'AdvancedHunting-AlertEvidence' },
      properties: { AlertId: 'da1', Timestamp: '2026-02-01T10:00:00Z', Severity: 'High', Title },
    }
    const read = mapVendorSiem({ records: [row] })
    expect(read).toMatchObject({ alerts: [{ state: 'informational' }] })
    expect(read).not.toMatchObject({ alerts: [{ incident: { externalId: 'da1' } }] })
  },
)

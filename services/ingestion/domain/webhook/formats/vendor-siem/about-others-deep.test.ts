import { expect, test } from 'vitest'
import { mapVendorSiem } from '../vendor-siem.ts'

const login = {
  ...{ eventType: 'user.session.start', uuid: 'u', published: '2026-02-01T10:00:00Z', actor: { id: 'a' } },
  ...{ severity: 'INFO', displayMessage: 'Login', outcome: { result: 'SUCCESS' } },
}
const finding = {
  ...{ id: 'uam-1', name: 'Malware', severity: 'CRITICAL', status: 'NEW', analystVerdict: 'UNDEFINED' },
  ...{ detectedAt: '2026-02-01T10:00:00Z', detectionSource: { product: 'EDR' } },
}

const ENVELOPES: [string, (alert: object) => object][] = [
  ['members of any names', (alert) => ({ story: { run: { input: alert } } })],
  ['a list', (alert) => ({ story: { inputs: [alert] } })],
  ['a text', (alert) => ({ story: { input: JSON.stringify(alert) } })],
  ['a change', (alert) => ({ before: null, after: { id: 1, row: alert }, op: 'c', ts_ms: 1 })],
]

test.each(ENVELOPES)(
  'an object that names a rule is not lost for the informational event in it: %s',
  (_, around) => {
    const about = { rule: 'Administrator granted', event: login }
    expect(mapVendorSiem(about)).toMatchObject({ kind: 'unrecognised' })
    expect(mapVendorSiem(around(about))).toMatchObject({ kind: 'unrecognised' })
    expect(mapVendorSiem(around({ title: 'Login abroad', severity: 'high', event: login }))).toMatchObject({
      kind: 'unrecognised',
    })
  },
)

test.each(ENVELOPES)('an informational event without such an object stays information: %s', (_, around) => {
  expect(mapVendorSiem(around({ event: login }))).toMatchObject({ alerts: [{ state: 'informational' }] })
})

test('a known alert is taken beside an informational event in an object that names a rule', () => {
  const body = { found: { by: finding }, material: { of: { rule: 'Administrator granted', event: login } } }
  expect(mapVendorSiem(body)).toMatchObject({ alerts: [{ state: 'open' }, { state: 'informational' }] })
})

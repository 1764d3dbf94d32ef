import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { unwrap } from '../../services/ingestion/domain/webhook/formats/vendor-siem/envelopes/envelopes.ts'
import { recognisedBy } from '../../services/ingestion/domain/webhook/formats/vendor-siem/matching/recognised-by.ts'
import { COMMON_FORMATS } from '../../services/ingestion/domain/webhook/formats/vendor-siem/products/common-formats.ts'
import { PRODUCTS } from '../../services/ingestion/domain/webhook/formats/vendor-siem/products/index.ts'
import { mapVendorSiem } from '../../services/ingestion/domain/webhook/formats/vendor-siem.ts'
import { inLatestYear } from '../webhook/support/latest-year.ts'
import { alertsOf, bodyOf, EXPECTED, files, RECEIVED_AT } from './samples.ts'

const read = (path: string): string => readFileSync(join(import.meta.dirname, '../..', path), 'utf8')
const PAGE = read('docs/integrations/products.md')
const SOURCES = read('test/webhook/samples/SOURCES.md')

describe('alert samples as products send them', () => {
  test('every sample has an expectation and a source, and there are no others', () => {
    expect(Object.keys(EXPECTED).sort(), 'test/webhook/samples.expected.json').toEqual(files)
    const sources = [...SOURCES.matchAll(/^\| (\S+\.\w+) \|/gm)].map(([, file]) => file)
    expect(sources.sort(), 'test/webhook/samples/SOURCES.md').toEqual(files)
  })

  test.each(files)('%s', (file) => {
    const expected = EXPECTED[file] ?? []
    if (typeof expected === 'string') {
      expect(mapVendorSiem(bodyOf(file))).toMatchObject({
        kind: 'unrecognised',
        message: expect.stringMatching(new RegExp(`^${RegExp.escape(expected)}`)),
      })
      return
    }
    const alerts = alertsOf(bodyOf(file)).map(({ product, incident, state }) => [
      ...[product, incident.title, incident.severity, incident.occurredAt],
      ...[incident.externalId?.replace(/sha256:([0-9a-f]{8})[0-9a-f]{56}/, '#$1') ?? null, state],
    ])
    expect(alerts, 'its expectation in test/webhook/samples.expected.json').toEqual(
      expected.map((row) => row.map((cell) => inLatestYear(cell, RECEIVED_AT))),
    )
  })

  test.each(files)('%s is recognized as at most one product', (file) => {
    const unwrapped = unwrap(bodyOf(file), (alert) => knownTo(alert).length > 0)
    for (const alert of unwrapped.ok ? unwrapped.alerts : []) {
      expect(knownTo(alert).length).toBeLessThan(2)
      expect(recognisedBy(alert)?.id).toBe(knownTo(alert)[0])
    }
  })

  test.each([...PRODUCTS, ...COMMON_FORMATS])(
    '$id: docs/integrations/products.md says how its alerts are identified and where they are described',
    (product) => {
      expect(product.identity.why.length).toBeGreaterThan(20)
      expect(product.source).toMatch(/\S/)
      const line = `\`${product.id}\`). ${product.identity.why} Described in ${product.source}.`
      expect(PAGE.includes(line), `docs/integrations/products.md has no line with: ${line}`).toBe(true)
    },
  )
})

/** The products that recognise an alert as it is. */
function knownTo(alert: unknown): string[] {
  return PRODUCTS.filter(({ forms }) => forms.some((form) => form.every(({ holds }) => holds(alert)))).map(
    ({ id }) => id,
  )
}

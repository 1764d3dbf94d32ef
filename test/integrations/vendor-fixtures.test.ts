import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mapDelivery } from '../../services/ingestion/domain/webhook/formats/map-delivery.ts'
import { unwrap } from '../../services/ingestion/domain/webhook/formats/vendor-siem/envelopes/envelopes.ts'
import { PRODUCTS } from '../../services/ingestion/domain/webhook/formats/vendor-siem/products/index.ts'
import { bodyOf, FIXTURES, files, fixtures, placesOf } from './vendor-bodies.ts'

describe('the vendor SIEM fixtures', () => {
  test.each(fixtures)('%s gives the outcome that the file beside it expects', (file) => {
    const expected = JSON.parse(
      readFileSync(join(FIXTURES, file.replace(/\.json$/, '.expected.json')), 'utf8'),
    )
    const delivery = mapDelivery('vendor_siem', bodyOf(join(FIXTURES, file)))
    if (expected.kind === 'invalid') expected.message = expect.any(String)
    expect(delivery).toEqual(expected)
  })

  test.each(fixtures)('%s is recognized as its own product and no other', (file) => {
    const unwrapped = unwrap(bodyOf(join(FIXTURES, file)), () => false)
    const known = (alert: unknown) =>
      PRODUCTS.filter(({ forms }) => forms.some((form) => form.every(({ holds }) => holds(alert))))
    const body = bodyOf(join(FIXTURES, file))
    const products =
      known(body).length > 0 ? known(body) : unwrapped.ok ? unwrapped.alerts.flatMap(known) : []
    const refused = [
      'google_secops/awkward-no-detection.json',
      'crowdstrike_event_stream/awkward-audit-event.json',
    ]
    expect([...new Set(products.map(({ id }) => id))]).toEqual(
      refused.includes(file) ? [] : [file.split('/')[0]],
    )
  })

  test('a resolved alert in a group keeps the incident’s id, so that the notification is a replay', () => {
    const idsOf = (name: string) => {
      const delivery = mapDelivery('vendor_siem', bodyOf(join(FIXTURES, 'alertmanager', name)))
      return delivery.kind === 'alerts' && delivery.alerts.map(({ incident }) => incident.externalId).sort()
    }
    expect(idsOf('awkward-one-resolved-is-a-replay.json')).toEqual(idsOf('ordinary.json'))
  })

  test('the mapping throws on no damaged alert', () => {
    const damage = fc.oneof(
      fc.jsonValue({ maxDepth: 1 }),
      fc.constantFrom(undefined, 2n ** 80n, '\uD800\0', -0, 1e308, { toString: 1, valueOf: 1 }),
    )
    const arbitrary = fc.tuple(
      fc.constantFrom(...files),
      fc.array(fc.nat({ max: 200 }), { minLength: 1, maxLength: 4 }),
      damage,
    )
    fc.assert(
      fc.property(arbitrary, ([file, places, value]) => {
        const body = bodyOf(file)
        for (const place of places) damageAt(body, place, structuredClone(value))
        const delivery = mapDelivery('vendor_siem', body)
        if (delivery.kind === 'alerts')
          for (const { incident } of delivery.alerts) expect(incident.title.trim()).not.toBe('')
      }),
      { numRuns: 1000 },
    )
  })
})

/** Puts a value at the n-th place of a body, counted round. */
function damageAt(body: unknown, place: number, value: unknown): void {
  const places = placesOf(body)
  const [node, key] = places[place % places.length] ?? []
  if (node && key !== undefined) node[key] = value
}

import { expect, test } from 'vitest'
import { mapDelivery } from '../../services/ingestion/domain/webhook/formats/map-delivery.ts'
import { unwrap } from '../../services/ingestion/domain/webhook/formats/vendor-siem/envelopes/envelopes.ts'
import { recognisedBy } from '../../services/ingestion/domain/webhook/formats/vendor-siem/matching/recognised-by.ts'
import { bodyOf, files, placesOf } from './vendor-bodies.ts'

test.each([{ toString: 1, valueOf: 1 }, [[]], 2n ** 80n])(
  'the alert mapping does not throw on %o at any place of any sample',
  (value) => {
    for (const file of files) {
      const body = bodyOf(file)
      for (const [node, key] of placesOf(body)) {
        const before = node[key]
        node[key] = value
        expect(() => mapDelivery('vendor_siem', body), `${file} ${key}`).not.toThrow()
        node[key] = before
      }
    }
  },
)

/** Names that every object has of its own kind: a table in which they are looked up without care gives a function for them. */
test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
  'the alert mapping reads %s at any place of any sample as any other word',
  (word) => {
    const like = word.replace(/[a-z]/g, 'q').replace(/[A-Z]/g, 'Q')
    for (const file of files) {
      for (const body of [bodyOf(file), ...writtenIn(bodyOf(file))]) {
        for (const [node, key] of placesOf(body)) {
          const before = node[key]
          if (typeof before !== 'string') continue
          node[key] = like
          const other = readingOf(body)
          node[key] = word
          expect(readingOf(body), `${file} ${key}`).toEqual(other)
          node[key] = before
        }
      }
    }
  },
)

/** The alerts that a body holds as text. */
function writtenIn(body: unknown): unknown[] {
  const inside = new Set(placesOf(body).map(([node]) => node))
  const unwrapped = unwrap(body, (alert) => recognisedBy(alert) !== undefined)
  return unwrapped.ok ? unwrapped.alerts.filter((alert) => !inside.has(alert as never)) : []
}

function readingOf(body: unknown): unknown {
  const outcome = mapDelivery('vendor_siem', body)
  if (outcome.kind === 'invalid') return [outcome.missing, outcome.wrong_type]
  return outcome.alerts.map(({ product, state, incident }) => [product, state, incident.severity])
}

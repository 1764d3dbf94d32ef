import { describe, expect, test } from 'vitest'
import type { Product } from '../../services/ingestion/domain/webhook/formats/vendor-siem/product.ts'
import { readAlert } from '../../services/ingestion/domain/webhook/formats/vendor-siem/read-alert.ts'
import { everyProduct, type Json, productOf, sampleAlerts } from './product-alerts.ts'

const samples = sampleAlerts()

/** A scan that is complete, of which nothing but the id is read. */
const ID_ALONE = new Set(['veracode_sca'])

describe('an id that stands for none', () => {
  test.each(['N/A', 'None'])('%s is no identity: the alert is told from others by its content', (word) => {
    const alike = everyProduct
      .filter(({ id }) => !ID_ALONE.has(id))
      .flatMap((product) =>
        samples
          .get(product.id)!
          .slice(0, 3)
          .flatMap((alert) => [...takenForIds(product, alert, word)]),
      )
    expect(alike).toEqual([])
  })
})

test('a word for no time identifies no alert: the next one would be taken for its repetition', () => {
  const wrong = new Set<string>()
  const timed = new Set<string>()
  for (const product of everyProduct)
    for (const alert of samples.get(product.id)!) {
      const needed = neededForId(product, alert)
      if (needed.length === 0) continue
      timed.add(product.id)
      for (const word of ['', ' ', 'N/A']) {
        const without = needed.reduce((less, place) => withValue(less, place, word), alert)
        if (productOf(without) === product && idOf(product, without) !== null)
          wrong.add(`${product.id} ${needed.map((place) => place.join('.'))}: "${word}"`)
      }
    }
  expect([...wrong]).toEqual([])
  expect(timed.size).toBeGreaterThan(30)
})

/** The places, such as those of times, without whose values only the very delivery identifies an alert; none for most alerts. */
function neededForId(product: Product, alert: Json): string[][] {
  if (typeof idOf(product, alert) !== 'string') return []
  const needed: string[][] = []
  let less = alert
  for (const place of placesOf(alert)) {
    const without = withValue(less, place, null)
    const id = idOf(product, without)
    if (id === undefined || id === idOf(product, less) || productOf(without) !== product) continue
    needed.push(place)
    less = without
    if (id === null)
      return needed.filter((one) => idOf(product, withValue(less, one, at(alert, one))) !== null)
  }
  return []
}

/** The places whose values alone are the identity, when one of them has the word: no other change makes another alert. */
function* takenForIds(product: Product, alert: Json, word: string): Generator<string> {
  const places = placesOf(alert)
  const before = idOf(product, alert)
  for (const place of places) {
    const without = withValue(alert, place, word)
    const id = idOf(product, without)
    if (typeof id !== 'string' || id === before || productOf(without) !== product) continue
    const others = places.filter((other) => other !== place)
    if (!others.some((other) => idOf(product, changedAt(without, other)) !== id))
      yield `${product.id} ${place.join('.')}`
  }
}

function idOf(product: Product, alert: Json): string | null | undefined {
  const read = readAlert(product, alert)
  return 'missing' in read ? undefined : read.incident.externalId
}

function changedAt(alert: Json, place: readonly string[]): Json {
  const value = at(alert, place)
  const other = typeof value === 'bigint' ? value + 1n : typeof value === 'number' ? value + 1 : `${value}9`
  return withValue(alert, place, other)
}

function at(alert: Json, place: readonly string[]): unknown {
  return place.reduce<unknown>((node, key) => (node as Json)[key], alert)
}

function withValue(alert: Json, place: readonly string[], value: unknown): Json {
  const copy = structuredClone(alert)
  const parent = place.slice(0, -1).reduce((node, key) => node[key] as Json, copy)
  parent[place.at(-1)!] = value
  return copy
}

/** The place of every text and number of an alert. */
function placesOf(node: unknown, place: readonly string[] = []): string[][] {
  if (typeof node === 'object' && node !== null)
    return Object.entries(node).flatMap(([key, value]) => placesOf(value, [...place, key]))
  return ['string', 'number', 'bigint'].includes(typeof node) ? [[...place]] : []
}

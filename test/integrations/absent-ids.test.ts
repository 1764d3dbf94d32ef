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

test.each([
  ['bigpanda_event', 'timestamp'],
  ['checkly', 'started_at', 'check_result_id'],
  ['highlight', 'EndDate'],
  ['kubearmor', 'UpdatedTime', 'Timestamp'],
  ['netdata', 'date'],
  ['openobserve', 'alert_start_time', 'alert_end_time', 'alert_trigger_time'],
  ['pagerduty_event', 'payload.timestamp'],
  ['papertrail', 'max_id'],
  ['riemann', 'time'],
  ['servicenow_event', 'time_of_event'],
  ['site24x7', 'INCIDENT_TIME', 'INCIDENT_TIME_ISO', 'OUTAGE_TIME_UNIX_FORMAT'],
  ['victorops_event', 'state_start_time'],
])(
  '%s: a word for no time identifies no alert: the next one would be taken for its repetition',
  (id, ...paths) => {
    const product = everyProduct.find((one) => one.id === id)!
    const isTime = (place: string[]): boolean => paths.includes(place.join('.'))
    const timed = samples.get(id)!.filter((alert) => placesOf(alert).some(isTime))
    expect(timed).not.toEqual([])
    for (const word of [null, '', ' ', 'N/A']) {
      const ids = timed.map((alert) => {
        const places = placesOf(alert).filter(isTime)
        return idOf(
          product,
          places.reduce((one, place) => withValue(one, place, word), alert),
        )
      })
      expect(ids).toEqual(timed.map(() => null))
    }
  },
)

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
  const value = place.reduce<unknown>((node, key) => (node as Json)[key], alert)
  const other = typeof value === 'bigint' ? value + 1n : typeof value === 'number' ? value + 1 : `${value}9`
  return withValue(alert, place, other)
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

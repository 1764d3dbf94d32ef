import { describe, expect, test } from 'vitest'
import type { Product } from '../../services/ingestion/domain/webhook/formats/vendor-siem/product.ts'
import { readAlert } from '../../services/ingestion/domain/webhook/formats/vendor-siem/read-alert.ts'
import { everyProduct, type Json, productOf, sampleAlerts } from './product-alerts.ts'

const samples = sampleAlerts()

/** Nothing in some of their alerts tells one from the next: only the very same delivery is a repetition. */
const UNIDENTIFIED = new Set([
  ...[
    'prisma_cloud_compute',
    'litellm',
    'e2e_tir',
    'grafana_legacy',
    'pagerduty_event',
    'uptime_robot',
    'kubearmor',
    'coolify',
  ],
  ...['bigpanda_event', 'ilert', 'opsgenie', 'servicenow_event', 'squadcast'],
  ...[
    'oncall_formatted',
    'honeycomb',
    'statuscake',
    'honeybadger',
    'nagios',
    'coroot',
    'gcp_error_reporting',
  ],
  ...['goalert', 'victorops_event', 'netdata', 'lakera_guard', 'fleet', 'sql_alert', 'riemann'],
  ...['hyperping', 'highlight', 'papertrail', 'tenable_identity_exposure', 'juniper_srx', 'kaspersky'],
  ...[
    'datadog',
    'openobserve',
    'argo_cd',
    'itrs_geneos',
    'uptrends',
    'robusta',
    'cohesity',
    'mlrun',
    'luciq',
  ],
])

/** A warning of a certificate names it in its text alone. */
const TOLD_BY_TEXT = new Set(['uptime_kuma'])

describe('the identity of an alert', () => {
  test('every product has a sample', () => {
    expect(everyProduct.filter(({ id }) => !samples.has(id)).map(({ id }) => id)).toEqual([])
  })

  test.each([...UNIDENTIFIED])('%s: some of its alerts have no identity, as its table says', (id) => {
    const product = everyProduct.find((one) => one.id === id)!
    expect(samples.get(id)!.map((alert) => idOf(product, alert))).toContain(null)
  })

  test.each(everyProduct)(
    '$id: a repeated alert has the same identity, and another id, entity or time another one',
    (product) => {
      for (const alert of samples.get(product.id)!) {
        const id = idOf(product, alert)
        expect(idOf(product, structuredClone(alert))).toBe(id)
        if (id === null) {
          expect(UNIDENTIFIED).toContain(product.id)
          expect(product.identity.why).toMatch(/very delivery|Nothing may be taken|so that nothing/)
        } else if (id !== undefined) {
          expect(placesOf(alert).some((place) => tells(product, alert, place, id))).toBe(true)
        }
      }
    },
  )
})

/** Whether an alert with another value at a place is another alert; what it is called, how grave it is and its state do not count. */
function tells(product: Product, alert: Json, place: readonly string[], id: string): boolean {
  if (isText(product, place) && !TOLD_BY_TEXT.has(product.id)) return false
  return otherValues(place.reduce<unknown>((node, key) => (node as Json)[key], alert)).some((value) => {
    const other = structuredClone(alert)
    const parent = place.slice(0, -1).reduce((node, key) => node[key] as Json, other)
    parent[place.at(-1)!] = value
    const otherId = productOf(other) === product ? idOf(product, other) : undefined
    return typeof otherId === 'string' && otherId !== id
  })
}

/** A number counted on; a text with another digit, so that an address or a time stays one, or with a beginning or an end. */
function otherValues(value: unknown): unknown[] {
  if (typeof value === 'bigint') return [value + 1n]
  if (typeof value === 'number') return [value + 1]
  const text = value as string
  return [text.replace(/\d(?=\D*$)/, (digit) => `${(Number(digit) + 1) % 10}`), `9${text}`, `${text}9`]
}

/** Whether a place is one of the texts about the alert: title, description, grade or state. */
function isText({ title, state = [] }: Product, place: readonly string[]): boolean {
  const name = place
    .filter((key) => !/^\d+$/.test(key))
    .join('.')
    .toLowerCase()
  const paths = [...title, ...state.flatMap((rule) => rule.paths)].filter((path) => typeof path === 'string')
  return paths.some((path) => name === path.toLowerCase()) || GRADE.test(place.at(-1)!)
}

function idOf(product: Product, alert: Json): string | null | undefined {
  const read = readAlert(product, alert)
  return 'missing' in read ? undefined : read.incident.externalId
}

/** The place of every text and number of an alert. */
function placesOf(node: unknown, place: readonly string[] = []): string[][] {
  if (typeof node === 'object' && node !== null)
    return Object.entries(node).flatMap(([key, value]) => placesOf(value, [...place, key]))
  return ['string', 'number', 'bigint'].includes(typeof node) ? [[...place]] : []
}

const GRADE = /^(?:severity|priority|level|urgency|status|state|message|description|title)$/i

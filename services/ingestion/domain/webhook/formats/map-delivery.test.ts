import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { valuesAt } from '../fields.ts'
import { mapDelivery, parseFormat } from './map-delivery.ts'
import { incident, mapping } from './mapped.fixture.ts'
import { parseMapping } from './mapping.ts'
import { PRODUCTS } from './vendor-siem/products/index.ts'
import { readAlert } from './vendor-siem/read-alert.ts'

const service = (body: unknown) => mapDelivery('service', body)

describe('vendor_siem', () => {
  test('refuses an alert of an unknown product with the ways to have it accepted', () => {
    for (const body of [{ title: 'x' }, null, 'x', 7, { alerts: [] }]) {
      const delivery = mapDelivery('vendor_siem', body)
      expect(delivery).toMatchObject({
        kind: 'invalid',
        code: 'invalid_vendor_siem_payload',
        missing: [],
        wrong_type: [],
      })
      expect(delivery).toHaveProperty('message', expect.stringContaining('/docs#other-products'))
    }
  })
})

describe('searching large bodies for alerts', () => {
  /** An object that counts in how many like it a key is looked for. */
  const counted = (seen: Set<object>): object => {
    const target = {}
    return new Proxy(target, {
      ownKeys: () => {
        seen.add(target)
        return []
      },
    })
  }

  test('a list that is too long to be accepted is read only at its beginning', () => {
    const seen = new Set<object>()
    const alerts = Array.from({ length: 20_000 }, () => counted(seen))
    expect(mapDelivery('vendor_siem', { alerts })).toMatchObject({
      message: expect.stringContaining('1000 alerts'),
    })
    expect(seen.size).toBeLessThan(2500)
  })

  test.each(['data', 'message', 'value', 'anything'])(
    'nested objects under the name %s are each searched once',
    (name) => {
      let seen = 0
      const nested = (depth: number): unknown => {
        const ownKeys = (target: object) => {
          seen += 1
          return Reflect.ownKeys(target)
        }
        return depth === 0 ? {} : new Proxy({ [name]: nested(depth - 1) }, { ownKeys })
      }
      const [half, whole] = [30, 60].map((depth) => {
        seen = 0
        expect(mapDelivery('vendor_siem', nested(depth))).toMatchObject({ kind: 'invalid' })
        return seen
      })
      expect(whole).toBeLessThan(2.5 * half!)
    },
  )

  test('an envelope with too many objects to search is refused as unknown, not for the number of alerts', () => {
    const body = Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`k${n}`, { n }]))
    expect(mapDelivery('vendor_siem', body)).toMatchObject({
      message: expect.stringContaining('not an alert of a known product'),
    })
  })

  test('lists of other objects beside alerts do not matter', () => {
    const events = Array.from({ length: 900 }, (_, n) => ({ n }))
    const alert = {
      status: 'firing',
      labels: { alertname: 'x', severity: 'high' },
      startsAt: '2026-11-20T10:00:00Z',
    }
    const body = {
      version: '4',
      groupKey: 'g',
      receiver: 'r',
      status: 'firing',
      alerts: Array(500).fill(alert),
      events,
    }
    expect(mapDelivery('vendor_siem', body)).toMatchObject({ kind: 'alerts', alerts: { length: 500 } })
  })

  test('a path through a very long list reads only its beginning', () => {
    const seen = new Set<object>()
    valuesAt({ data: Array.from({ length: 50_000 }, () => counted(seen)) }, 'data.essentials.alertId')
    expect(seen.size).toBeLessThanOrEqual(5000)
  })
})

describe('a random body', () => {
  afterEach(() => {
    for (const key of Object.keys(POLLUTION)) delete (Object.prototype as Record<string, unknown>)[key]
  })

  const keys = fc.constantFrom(
    ...[
      'rule',
      'level',
      'id',
      'timestamp',
      'agent',
      'all_fields',
      'pretext',
      'rule_id',
      'wazuh',
      '@timestamp',
      'type',
    ],
    ...[
      'object',
      'properties',
      '@odata.type',
      'sid',
      'results_link',
      'result',
      'index',
      '_bkt',
      '_time',
      '_source',
    ],
    ...[
      'kibana.alert.uuid',
      'kibana.alert.rule.name',
      'class_uid',
      'category_uid',
      'metadata',
      'finding_info',
    ],
    ...[
      'eventType',
      'eventCreationTime',
      'event',
      'composite_id',
      'cid',
      'detection',
      'ruleLabels',
      'magnitude',
    ],
    ...[
      'credibility',
      'offense_type',
      'event_definition_id',
      'alerts',
      'groupKey',
      'commonLabels',
      'labels',
      'status',
    ],
    ...['title', 'severity', 'external_id', 'occurred_at', '__proto__', 'constructor', 'length', 'evidence'],
  )
  const leaf = fc.oneof(
    fc.jsonValue({ maxDepth: 1 }),
    fc.constantFrom(
      'notable',
      'RULE_DETECTION',
      'de_1',
      'microsoft.securityinsights/incidents',
      'firing',
      2,
      2n ** 70n,
    ),
    fc.constantFrom(
      '#microsoft.graph.security.alert',
      '2026-01-01',
      '\uD800',
      '\0',
      1e308,
      Number.POSITIVE_INFINITY,
    ),
  )
  const { body } = fc.letrec((tie) => ({
    body: fc.oneof(
      { maxDepth: 4 },
      leaf,
      fc.array(tie('body'), { maxLength: 3 }),
      fc.array(fc.tuple(keys, tie('body')), { maxLength: 6 }).map((entries) => objectOf(entries)),
    ),
  }))
  const rules = mapping({
    title: { pointers: ['/title', '/rule/level'] },
    severity: { pointers: ['/severity', ''] },
  })

  test('never throws, and its incidents have a title within the limit and a known severity', () => {
    fc.assert(
      fc.property(body, fc.constantFrom('service', 'vendor_siem', 'generic_json'), (value, format) => {
        const delivery = mapDelivery(format, value, { mapping: rules, generalReading: true })
        if (delivery.kind !== 'alerts') return
        for (const { incident: mapped } of delivery.alerts) {
          expect(mapped.title.trim()).not.toBe('')
          expect(mapped.title.length).toBeLessThanOrEqual(500)
          expect(['low', 'medium', 'high', 'critical', 'unknown']).toContain(mapped.severity)
        }
      }),
      { numRuns: 400 },
    )
  })

  test('is read by every product without throwing', () => {
    fc.assert(
      fc.property(body, fc.constantFrom(...PRODUCTS), (value, product) => {
        for (const form of product.forms) for (const { holds } of form) holds(value)
        readAlert(product, value)
      }),
      { numRuns: 400 },
    )
  })

  test('mapDelivery reads no inherited properties', () => {
    Object.assign(Object.prototype, POLLUTION)
    for (const format of ['service', 'generic_json'] as const) {
      expect(mapDelivery(format, {}, { mapping: rules })).toMatchObject({
        kind: 'invalid',
        missing: ['title'],
      })
    }
    expect(
      PRODUCTS.filter(({ forms }) => forms.some((form) => form.every(({ holds }) => holds({})))),
    ).toEqual([])
    expect(incident(service({ title: 'own' }))).toMatchObject({
      severity: 'unknown',
      externalId: null,
      description: '',
    })
    expect(parseMapping({ title: { pointers: ['/a'] } }).ok).toBe(true)
    expect(service(JSON.parse('{"__proto__":{"title":"x"}}'))).toMatchObject({
      kind: 'invalid',
      missing: ['title'],
    })
  })
})

test('parseFormat accepts exactly the names of the v1 API', () => {
  expect(['service', 'vendor_siem', 'generic_json'].map(parseFormat)).toEqual([
    'service',
    'vendor_siem',
    'generic_json',
  ])
  for (const text of ['', 'Service', 'service ', 'toString', 'ocsf']) expect(parseFormat(text)).toBeNull()
})

function objectOf(entries: [string, unknown][]): unknown {
  const object = {}
  for (const [key, value] of entries) {
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true })
  }
  return object
}

const POLLUTION = {
  title: 'inherited',
  description: 'inherited',
  severity: 'critical',
  external_id: 'inherited',
  composite_id: 'inherited',
  cid: 'inherited',
  alerts: [],
  groupKey: 'x',
  commonLabels: {},
}

import { describe, expect, test } from 'vitest'
import { mapDelivery } from '../../map-delivery.ts'
import { unwrap } from './envelopes.ts'

const unwrapped = (body: unknown): unknown => unwrap(body, () => false)
const firing = { labels: { alertname: 'x' }, startsAt: '2026-11-20T10:00:00Z' }
const objects = (length: number) => Array.from({ length }, () => ({}))
const groupOf = (alerts: number, shared: object) => ({
  groupKey: 'g',
  status: 'firing',
  ...shared,
  alerts: Array.from({ length: alerts }, () => firing),
})

describe('small bodies that could become large', () => {
  test('a table row has only as many members as cells', () => {
    const columns = Array.from({ length: 90 }, (_, n) => `c${n}`)
    expect(unwrapped({ columns, rows: [[], [1, 2]] })).toMatchObject({
      ok: true,
      alerts: [{}, { c0: 1, c1: 2 }],
    })
  })

  test('a cell beyond the table’s columns is dropped', () => {
    expect(unwrapped({ columns: ['a'], rows: [[1, 2]] })).toMatchObject({
      ok: true,
      alerts: [{ a: 1 }],
    })
  })

  test('a notification’s text about a few alerts is passed on unchanged with each', () => {
    const message = 'm'.repeat(500_000)
    const result = unwrap(groupOf(2, { message }), () => false)
    expect(result).toMatchObject({
      ok: true,
      alerts: [{ group: { message } }, { group: { message } }],
    })
  })

  test('a long text about very many alerts is truncated in each, and stays distinct', () => {
    const texts = ['a', 'b'].map((end) => {
      const message = `${'m'.repeat(500_000)}${end}`
      const result = unwrap(groupOf(900, { message, receiver: 'r' }), () => false)
      if (!result.ok) throw new Error(result.message)
      const groups = result.alerts.map((alert) => (alert as { group: { message: string } }).group)
      expect(new Set(groups).size).toBe(1)
      expect(groups[0]).toMatchObject({ groupKey: 'g', receiver: 'r' })
      expect(groups[0]!.message.length).toBeLessThan(5000)
      return JSON.stringify(groups[0])
    })
    expect(new Set(texts).size).toBe(2)
  })

  test.each([
    [
      'Alertmanager',
      'group',
      groupOf(900, { commonLabels: Array.from({ length: 9000 }, (_, n) => ({ n })) }),
    ],
    [
      'Okta',
      'eventHook',
      { eventType: 'com.okta.event_hook', source: Array(90_000).fill(0), data: { events: objects(900) } },
    ],
    [
      'Snyk',
      'snapshot',
      { project: { tags: Array(90_000).fill(0) }, newIssues: objects(900), removedIssues: [] },
    ],
    [
      'very many members',
      'group',
      groupOf(900, Object.fromEntries(Array.from({ length: 9000 }, (_, n) => [`k${n}`, n]))),
    ],
  ])('very many values about very many alerts are replaced by their hash: %s', (_, name, body) => {
    const result = unwrap(body, () => false)
    if (!result.ok) throw new Error(result.message)
    const shared = result.alerts.map((alert) => (alert as { [name: string]: object })[name]!)
    expect(shared[0]).toMatchObject({ sha256: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) })
    expect(new Set(shared).size).toBe(1)
    expect(JSON.stringify(shared[0]).length).toBeLessThan(10_000)
  })

  test('the text of an SNS notification is read as often in many envelopes as in few', () => {
    const reads = (names: string[]): number => {
      let read = 0
      const message = { TopicArn: 'arn', Message: '{"a":1}' }
      let body: unknown = new Proxy(message, {
        get: (target, name) => {
          if (name === 'Message') read++
          return Reflect.get(target, name)
        },
      })
      for (const name of names) body = { [name]: body }
      expect(mapDelivery('vendor_siem', body)).toMatchObject({ kind: 'invalid' })
      return read
    }
    const names = ['a', 'detail', 'b', 'value', 'content']
    expect(reads([...names, ...names])).toBe(reads(names))
  })
})

const tooMuch = { kind: 'invalid', message: expect.stringContaining('more than is looked through') }

test('a body is refused if its texts hold more than is looked through, not as unknown and not in part', () => {
  const lines = '{}\n'.repeat(51_000)
  expect(mapDelivery('vendor_siem', { a: lines })).toMatchObject(tooMuch)
  expect(mapDelivery('vendor_siem', { alerts: [{ ...firing, fingerprint: 'f' }], a: lines })).toMatchObject(
    tooMuch,
  )
})

test('a body is refused if thousands of copies stand beside an alert', () => {
  const copies = (length: number) => Array.from({ length }, (_, n) => ({ ...firing, fingerprint: 'f', n }))
  const event = { ...firing, fingerprint: 'f' }
  expect(mapDelivery('vendor_siem', { event, copies: copies(4000) })).toMatchObject({ alerts: { length: 1 } })
  expect(mapDelivery('vendor_siem', { event, copies: copies(5000) })).toMatchObject(tooMuch)
})

test('a text of which only the beginning is read makes the body be refused', () => {
  const line = 'CEF:0|a|b|c|1|Bad thing|5|src=1\n'
  expect(mapDelivery('vendor_siem', { a: line.repeat(1002) })).toMatchObject(tooMuch)
})

test('a time without a year is read by the time of receipt, and the identity does not depend on it', () => {
  const body = { message: '<13>Dec 31 23:59:58 fw1 CEF:0|a|b|c|1|Bad thing|5|' }
  const [first, second, unread] = ['2025-12-31T23:59:59Z', '2026-01-02T00:00:00Z', null].map((at) => {
    const delivery = mapDelivery('vendor_siem', body, at === null ? {} : { receivedAt: new Date(at) })
    return delivery.kind === 'alerts' ? delivery.alerts[0]!.incident : undefined
  })
  expect([first, second, unread].map((incident) => incident?.occurredAt)).toEqual([
    '2025-12-31T23:59:58.000Z',
    '2025-12-31T23:59:58.000Z',
    null,
  ])
  expect(new Set([first, second, unread].map((incident) => incident?.externalId)).size).toBe(1)
})

test.each(['json', 'content', 'detail', 'input', 'value'])(
  'an alert of any product’s format is found in %s',
  (name) => {
    const alert = {
      ...{ '@timestamp': '2026-02-01T10:00:00Z', ecs: { version: '8.11.0' }, message: 'Exploit blocked' },
      event: { kind: 'alert', dataset: 'vendor.ips' },
    }
    for (const body of [{ [name]: alert }, [{ [name]: alert }, { [name]: alert }]]) {
      const delivery = mapDelivery('vendor_siem', body)
      expect(delivery.kind === 'alerts' && delivery.alerts[0]).toMatchObject({
        product: 'elastic_common_schema',
        incident: { title: 'Exploit blocked' },
      })
    }
  },
)

test('white space around values does not change an alert’s product, state or severity', () => {
  const spaced = (alert: object) =>
    JSON.parse(JSON.stringify(alert), (_, value) => (typeof value === 'string' ? ` ${value}\n` : value))
  const wazuh = {
    ...{ id: '1.2', timestamp: '2026-02-03T08:15:42.120+0000', agent: { id: '001', name: 'a' } },
    rule: { id: '5712', level: '12', description: 'Brute force' },
  }
  const snitch = {
    ...{ type: 'snitch.reporting', timestamp: '2026-02-01T06:28:13Z' },
    data: { snitch: { token: 't', name: 'Backup', status: 'healthy' } },
  }
  for (const alert of [wazuh, snitch]) {
    const [plain, other] = [alert, spaced(alert)].map((body) => {
      const delivery = mapDelivery('vendor_siem', body)
      return delivery.kind === 'alerts' ? delivery.alerts[0] : undefined
    })
    expect(plain).toBeDefined()
    expect([other?.product, other?.state, other?.incident.severity]).toEqual([
      ...[plain!.product, plain!.state, plain!.incident.severity],
    ])
  }
})

describe('a text under an unknown name that holds a known alert and something else', () => {
  const known = { ...firing, fingerprint: 'f' }
  const lines = (...objects: unknown[]) => objects.map((one) => JSON.stringify(one)).join('\n')

  test.each<[what: string, content: unknown]>([
    ['an object of JSON', lines(known, { title: 'Something else', severity: 'high' })],
    ['a text beside it', [lines(known), 'something else']],
    ['more than may be accepted', lines(known, ...objects(1000), { ...known, fingerprint: 'g' })],
  ])('is refused for %s', (_, content) => {
    expect(mapDelivery('vendor_siem', { shipped: { content } }).kind).toBe('invalid')
  })

  test('is read beside its tag, and in a line of Loki beside its time and labels', () => {
    const bodies = [
      { shipped: [['app.alerts', lines(known)]] },
      { streams: [{ stream: {}, values: [['1769940000000000000', lines(known), { trace_id: '1' }]] }] },
    ]
    for (const body of bodies)
      expect(mapDelivery('vendor_siem', body)).toMatchObject({ alerts: [{ product: 'alertmanager' }] })
  })

  test('is read to its end if it repeats one alert many times', () => {
    const content = lines(...Array(1001).fill(known), { ...known, fingerprint: 'g' })
    expect(mapDelivery('vendor_siem', { shipped: { content } })).toMatchObject({ alerts: { length: 2 } })
  })

  test('is read if all of it is known', () => {
    const content = lines(known, { ...known, fingerprint: 'g' })
    expect(mapDelivery('vendor_siem', { shipped: { content } })).toMatchObject({
      alerts: [{ product: 'alertmanager' }, { product: 'alertmanager' }],
    })
  })
})

describe('entries of Fluentd', () => {
  const [one, two] = [{ a: 1 }, { a: 2 }]
  test.each<[what: string, body: unknown, alerts: unknown[]]>([
    [
      'a list of entries',
      [
        ['t', 1769940000, one],
        ['t', '2026-02-01 10:00:00 +0000', two],
      ],
      [one, two],
    ],
    ['one entry with options', ['t', 1769940000.5, one, { chunk: 'c' }], [one]],
    ['an entry with a long tag', [`kube.var.log.containers.${'n'.repeat(255)}`, 1769940000, one], [one]],
    ...[
      '2026-02-01T10:00:00,123Z',
      '2026-02-01 10:00:00 UTC',
      '01/Feb/2026:10:00:00 +0000',
      '1769940000.5',
    ].map((time): [string, unknown, unknown[]] => [`an entry of ${time}`, ['app+web', time, one], [one]]),
    [
      'several entries under one tag',
      [
        't',
        [
          [1769940000, one],
          [1769940001, two],
        ],
        { size: 2 },
      ],
      [one, two],
    ],
  ])('%s are opened', (_, body, alerts) => {
    expect(unwrapped(body)).toMatchObject({ ok: true, alerts })
  })

  test.each<[what: string, body: unknown, alerts: unknown[]]>([
    ['an object that is none of the options', ['t', 1769940000, one, two], ['t', 1769940000, one, two]],
    ['a list without a time', ['t', 'u', one], ['t', 'u', one]],
    ['a list of a text and objects', ['t', [one, two]], ['t', one, two]],
    ['a list of JSON, a time and an object', ['{"a":0}', 1769940000, one], [{ a: 0 }, 1769940000, one]],
    [
      'lines of a log before an object',
      ['CEF:0|v|p|1|1|One|10|', '2026-02-01T10:00:00Z fw CEF:0|v|p|1|2|Two|10|', one],
      [{ cef: { name: 'One' } }, { cef: { name: 'Two' } }, one],
    ],
  ])('nothing is dropped of %s', (_, body, alerts) => {
    expect(unwrapped(body)).toMatchObject({ ok: true, alerts })
  })
})

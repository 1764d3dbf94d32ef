import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Product } from '../../services/ingestion/domain/webhook/formats/vendor-siem/product.ts'
import {
  type ReadAlert,
  readAlert,
} from '../../services/ingestion/domain/webhook/formats/vendor-siem/read-alert.ts'
import type { State } from '../../services/ingestion/domain/webhook/formats/vendor-siem/state.ts'
import { everyProduct, type Json, productOf, sampleAlerts, withValue } from './product-alerts.ts'
import { alertsOf, bodyOf, type Change, changed } from './samples.ts'

const TABLES = join(
  import.meta.dirname,
  '../../services/ingestion/domain/webhook/formats/vendor-siem/products',
)
const sources = readdirSync(TABLES).map((file) => readFileSync(join(TABLES, file), 'utf8'))
const samples = sampleAlerts()
const LIMIT = 'aws-trusted-advisor/limit.json'

describe('the end of an alert has the key of its incident', () => {
  const stated = everyProduct.filter(({ state = [] }) => state.length > 0)

  test.each(stated)('$id: by its id or by common fields, unless its table says why not', (product) => {
    const lost = (samples.get(product.id) ?? []).values().flatMap((alert) => lostEnds(product, alert))
    if (product.identity.unmatched === undefined) expect([...lost]).toEqual([])
    else expect(lost.next().value).toBeDefined()
  })
})

describe('alerts of two different things have different keys', () => {
  test.each<[what: string, file: string, path: string, one: Change, other: Change]>([
    [
      'limits of two regions',
      LIMIT,
      'detail/check-item-detail',
      { Region: 'us-west-1' },
      { Region: 'eu-west-1' },
    ],
    [
      'servers with a copy of a job',
      'rundeck/failure.json',
      'execution/job/href',
      'https://a/1',
      'https://b/1',
    ],
    ['environments', 'cronitor/alert.json', 'environment', 'production', 'staging'],
    ['monitors without an id', 'cronitor/alert.json', 'id', '', ''],
    [
      'sites without an id',
      'oh-dear/failed.json',
      'site',
      { sort_url: 'a.example' },
      { sort_url: 'b.example' },
    ],
  ])('%s (%s, %s)', (_, file, path, ...values) => {
    const [one, other] = values.map((value) => alertsOf(changed(file, path, value))[0]!.closes)
    if (one !== null) expect(other).not.toBe(one)
  })
})

describe('Wazuh: the end of a finding or check has the key of the same agent’s incident', () => {
  const agent = { id: '004', name: 'web-1' }
  const wazuh4 = (id: string, data: Json, of: Json = agent) => ({
    ...{ id, timestamp: `2026-02-03T08:15:42.${id}+0000`, full_log: `log ${id}`, agent: of, data },
    rule: { id: '23505', level: 12, description: `rule ${id}` },
  })
  const shuffle = (id: string, data: Json, of: Json = agent) => ({
    ...{ pretext: 'WAZUH Alert', rule_id: '23505', id, title: 'title', timestamp: `${id}` },
    all_fields: wazuh4(id, data, of),
  })
  const wazuh5 = (id: string, data: Json, of: Json = agent) => ({
    ...{ '@timestamp': `2026-07-06T12:05:58.${id}Z`, event: { original: `log ${id}` }, ...data },
    wazuh: { rule: { id: 'sec-008', level: 'high', title: `rule ${id}` }, agent: of },
  })
  const vulnerability = (status: string, name = 'vim') => ({
    vulnerability: { cve: 'CVE-2018-25032', status, package: { name } },
  })
  const check = (result: string, id = '28500') => ({ sca: { policy: 'CIS', check: { id, result } } })
  const package5 = (status: string, name = 'vim') => ({
    ...{ vulnerability: { id: 'CVE-2018-25032', status }, package: { name } },
  })
  const check5 = (result: string, id = '28500') => ({ check: { id, result }, policy: { file: 'cis.yml' } })

  test.each([
    ['wazuh_4', wazuh4, vulnerability, 'Active', 'Solved', 'resolved'],
    ['wazuh_4', wazuh4, check, 'failed', 'passed', 'passed'],
    ['wazuh_4_shuffle', shuffle, vulnerability, 'Active', 'Solved', 'resolved'],
    ['wazuh_4_shuffle', shuffle, check, 'failed', 'passed', 'passed'],
    ['wazuh_5', wazuh5, package5, 'active', 'solved', 'resolved'],
    ['wazuh_5', wazuh5, check5, 'failed', 'passed', 'passed'],
  ] as const)('%s', (product, alertOf, subject, open, over, state) => {
    const [opened, ended, ...others] = [
      alertOf('120', subject(open)),
      alertOf('121', subject(over)),
      alertOf('121', subject(over, 'other')),
      alertOf('121', subject(over), { id: '005', name: 'web-1' }),
      alertOf('121', subject(over), {}),
    ].map((alert) => alertsOf(alert)[0]!)
    expect([opened!.product, opened!.state, ended!.state]).toEqual([product, 'open', state])
    expect(ended!.incident.externalId).not.toBe(opened!.incident.externalId)
    expect(ended!.closes).not.toBeNull()
    expect(ended!.closes).toBe(opened!.closes)
    for (const other of others) expect(other.closes).not.toBe(opened!.closes)
  })

  test.each([
    ['no agent', {}],
    ['an agent without an id', { id: '', name: '' }],
  ])('an alert of %s in a cluster has no closing key', (_, of) => {
    const cluster = { name: 'production' }
    const alert = { ...wazuh4('120', vulnerability('Active'), of), cluster }
    const finding = wazuh5('120', package5('active'), of)
    const bodies = [
      alert,
      { ...shuffle('120', {}), all_fields: alert },
      { ...finding, wazuh: { ...finding.wazuh, cluster } },
    ]
    for (const body of bodies) expect(alertsOf(body)[0]!.closes).toBeNull()
  })

  test('an alert about neither has no closing key', () =>
    expect(alertsOf(wazuh4('120', { srcip: '192.0.2.1' }))[0]!.closes).toBeNull())
})

test('an end in version 1 of the events of PagerDuty has the key of its service and incident', () => {
  const trigger = alertsOf(bodyOf('pagerduty/events-v1.json'))[0]!
  const closesOf = (path: string, value: string) =>
    alertsOf(changed('pagerduty/events-v1-resolve.json', path, value))[0]!.closes
  expect(trigger.closes).not.toBeNull()
  expect(closesOf('description', 'Over')).toBe(trigger.closes)
  expect(closesOf('service_key', 'other')).not.toBe(trigger.closes)
  expect(closesOf('incident_key', 'other')).not.toBe(trigger.closes)
})

/** The ends of an alert, made of its samples with every word of its table, that an open one shares neither id nor key with. */
function* lostEnds(product: Product, alert: Json): Generator<string> {
  const forms = [{ what: 'as sent', alert }, ...worded(product, alert)].map((form) => ({
    ...form,
    state: stateOf(product, form.alert),
  }))
  const opened = forms
    .values()
    .filter(({ state }) => state === null || state === 'open')
    .map(({ alert }) => ({ alert, read: readOf(product, alert) }))
    .find(({ alert, read }) => read?.state === 'open' && productOf(alert) === product)?.read
  if (opened === undefined) return
  for (const { what, alert, state } of forms) {
    if (state === null || !ENDS.has(state)) continue
    const end = readOf(product, alert)
    // Asking every product for its alerts takes long, so it is done last and for few.
    if (end !== undefined && !isFound(opened, end) && productOf(alert) === product) yield what
  }
}

/** The alert with each word at each place where its product states something. */
function worded(product: Product, alert: Json): { what: string; alert: Json }[] {
  const paths = new Set((product.state ?? []).flatMap((rule) => rule.paths))
  const words = wordsOf(product.id)
  return [...paths].flatMap((path) =>
    words.flatMap((word) => {
      const changed = withValue(alert, path, word)
      return changed === undefined ? [] : [{ what: `${path} = ${word}`, alert: changed }]
    }),
  )
}

/** Asked first, since it takes a tenth of what reading an alert takes. */
function stateOf({ state = [] }: Product, alert: Json): State | null {
  for (const { read } of state) {
    const found = read(alert)
    if (found !== null) return found
  }
  return null
}

function readOf(product: Product, alert: Json): ReadAlert | undefined {
  const read = readAlert(product, alert)
  return 'missing' in read ? undefined : read
}

function isFound(opened: ReadAlert, end: ReadAlert): boolean {
  const id = end.incident.externalId
  return (
    (id !== null && id === opened.incident.externalId) ||
    (end.closes !== null && end.closes === opened.closes)
  )
}

/** The words of every product, and the texts in the table of this one. */
function wordsOf(id: string): readonly (string | number | boolean)[] {
  const source = sources.find((text) => text.includes(`id: '${id}'`))!
  return [...WORDS, ...new Set([...source.matchAll(/'([^'\n]{1,40})'/g)].map(([, text]) => text!))]
}

const WORDS = [
  'new',
  'open',
  'resolved',
  'closed',
  'passed',
  'false_positive',
  'suppressed',
  true,
  false,
  1,
  2,
  3,
  4,
  5,
]
const ENDS: ReadonlySet<State> = new Set<State>([
  'closed',
  'resolved',
  'false_positive',
  'suppressed',
  'passed',
])

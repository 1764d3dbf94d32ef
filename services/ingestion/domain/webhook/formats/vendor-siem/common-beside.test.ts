import { expect, test } from 'vitest'
import { mapVendorSiem } from '../vendor-siem.ts'

const known = (id: number, more: object = {}) => ({
  ...{ id: `uam-${id}`, name: `Malware ${id}`, severity: 'CRITICAL', status: 'NEW' },
  ...{ analystVerdict: 'UNDEFINED', detectedAt: '2026-02-01T10:00:00Z', detectionSource: { product: 'EDR' } },
  ...more,
})

const alerta = (id: number, more: object = {}) => ({
  ...{ id: `9cfd9b5a-4b1c-4f0e-9a4a-00000000000${id}`, resource: 'web', event: `Down ${id}`, status: 'open' },
  ...{ environment: 'Production', severity: 'major', createTime: '2026-02-01T10:00:00.000Z', ...more },
})

const keep = {
  ...{ name: 'Slow', status: 'firing', severity: 'high', fingerprint: 'f1', providerType: 'grafana' },
  lastReceived: '2026-02-01T10:00:00.000Z',
}

const issue = {
  ...{ id: '10001', key: 'SEC-1', self: 'https://example.org/rest/api/2/issue/10001' },
  fields: {
    ...{ summary: 'Look into it', created: '2026-02-01T10:05:00.000+0000', issuetype: { name: 'Bug' } },
    ...{ priority: { name: 'High' }, status: { name: 'To Do' }, project: { key: 'SEC' } },
  },
}

const about = (summary: string, description = '') => ({
  ...issue,
  fields: { ...issue.fields, summary, description },
})

const titles = (body: object) => {
  const read = mapVendorSiem(body)
  return read.kind === 'alerts' ? read.alerts.map(({ incident }) => incident.title).sort() : read
}

const J = JSON.stringify

test.each([
  ['in two usual members', { alert: alerta(1), event: known(1) }],
  ['in the other order', { alert: known(1), event: alerta(1) }],
  ['in two lists', { alerts: [alerta(1)], events: [known(1)] }],
  ['beside a list of its own', { alerts: [alerta(1)], more: { x: known(1) } }],
  ['under other names', { a1: alerta(1), b1: known(1) }],
  ['as texts', { message: J(known(1)), other: J(alerta(1)) }],
  ['as texts in a list', { events: [J(alerta(1)), J(known(1))] }],
  [
    'in lines of Loki',
    {
      streams: [
        {
          stream: {},
          values: [
            ['1769940000000000000', J(alerta(1))],
            ['1769940000000000001', J(known(1))],
          ],
        },
      ],
    },
  ],
  ['beside EventBridge', { 'detail-type': 'Alert', detail: known(1), extra: alerta(1) }],
])('an alert in a common format is not lost beside a known one: %s', (_, body) => {
  expect(titles(body)).toEqual(['Down 1 on web', 'Malware 1'])
})

test.each([
  ['beside a known one', { a: keep, b: known(1) }, ['Malware 1', 'Slow']],
  ['in a case', { a: known(1), page: { name: 'n', status: 'open', alerts: [keep] } }, ['Malware 1', 'Slow']],
  ['in two members', { alert: alerta(1), event: alerta(2) }, ['Down 1 on web', 'Down 2 on web']],
  ['in two lists', { alerts: [alerta(1)], events: [alerta(2)] }, ['Down 1 on web', 'Down 2 on web']],
  ['under other names', { a: alerta(1), b: alerta(2) }, ['Down 1 on web', 'Down 2 on web']],
])('an alert in a common format is not lost: %s', (_, body, expected) => {
  expect(titles(body)).toEqual(expected)
})

test.each([
  ['the event that holds it', { alert: known(1), event: alerta(1, { rawData: J(known(1)) }) }],
  ['the same alert, taken over', { alert: known(1), keep: { ...keep, name: 'Malware 1' } }],
  ['an alert that has ended', { alert: known(1), event: alerta(1, { status: 'closed' }) }],
  ['its material', { alert: known(1), rawEvents: [alerta(1)] }],
])('what stands beside a known alert in a common format adds none: %s', (_, body) => {
  expect(titles(body)).toEqual(['Malware 1'])
})

test.each([
  ['beside a known alert', { alert: known(1), issue }],
  ['in a list', { alerts: [known(1)], issues: [issue] }],
  ['under other names', { a: known(1), b: issue }],
  ['before it', { a: issue, b: known(1) }],
  ['as a text', { message: J(known(1)), other: J(issue) }],
  ['with the number of another', { alert: known(1), issue: { ...issue, text: 'like Malware 17' } }],
  ['beside EventBridge', { 'detail-type': 'Alert', detail: known(1), extra: issue }],
  [
    'in an object with a title and a state',
    { a: known(1), page: { name: 'n', status: 'open', more: [issue] } },
  ],
])('a case about something else is not lost: %s', (_, body) => {
  expect(titles(body)).toEqual(['Look into it', 'Malware 1'])
})

test.each([
  ['names its title', about('[SOC] malware 10000001 on a host')],
  ['names its id in a text', about('Look into it', 'See https://example.org/uam-10000001.')],
  ['has its id as a value', { ...issue, customfield: 'uam-10000001' }],
  ['is done', { ...issue, fields: { ...issue.fields, status: { statusCategory: { key: 'done' } } } }],
  ['is work', { ...issue, fields: { ...issue.fields, project: { key: 'WEB' } } }],
])('a case beside an alert adds none if it %s', (_, one) => {
  for (const body of [
    { alert: known(10000001), issue: one },
    { alerts: [known(10000001)], issues: [one] },
    { page: { name: 'n', status: 'open', issue: one }, b: known(10000001) },
  ])
    expect(titles(body)).toEqual(['Malware 10000001'])
})

test('an alert that names a case beside it adds none', () => {
  const one = { ...known(1), note: 'see [Look into it], https://example.org/rest/api/2/issue/10001' }
  expect(titles({ issues: [issue], alert: one })).toEqual(['Malware 1'])
  expect(titles({ a: issue, b: known(1, { name: 'Look into it' }) })).toEqual(['Look into it'])
})

test.each([
  ['Перегрев', 'Перегревание насоса'],
  ['Überlast', 'Überlasté'],
])('a name in a longer word of any script is none: %s', (name, summary) => {
  expect(titles({ alert: known(1, { name }), issue: about(summary) })).toEqual([name, summary].sort())
})

test('where a name begins very often, a limited number of places is compared, and the case counts', () => {
  const name = 'a'.repeat(250)
  const text = `${'a'.repeat(600_000)} ${name}`
  expect(titles({ alert: known(1, { name }), issue: about('Look into it', text) })).toHaveLength(2)
})

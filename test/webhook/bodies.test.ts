import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../harness/database.ts'
import type { TestInstallation } from '../harness/installation.ts'
import { call } from '../harness/rest.ts'
import { bootWebhook, from } from './support/boot.ts'
import { type Administration, type TestEndpoint, WebhookFormat } from './support/endpoint.ts'
import { countsOf, entriesOf } from './support/evidence.ts'
import { type Sending, send } from './support/send.ts'

let at: TestInstallation
let admin: Administration
let endpoint: TestEndpoint
beforeAll(async () => {
  ;({ at, admin } = await bootWebhook())
  endpoint = await admin.make()
})
afterAll(() => at.stop())

const post = (body: unknown, options: Sending = {}) =>
  send(at.baseUrl, endpoint, body, { ...options, headers: { ...from(), ...options.headers } })
const newest = async () =>
  (await call(at.baseUrl, '/api/v1/incidents?limit=1', { key: at.organization.key })).body.data[0]

describe('a validly signed delivery is refused with nothing written but the refusal’s audit entry', () => {
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
  const cases: [
    name: string,
    body: string | Uint8Array,
    status: number,
    code: string,
    headers?: Sending['headers'],
  ][] = [
    ['empty', '', 400, 'invalid_json'],
    ['no JSON', '{"title":', 400, 'invalid_json'],
    ['a byte-order mark', '\ufeff{"title":"x"}', 400, 'invalid_json'],
    ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 400, 'invalid_json'],
    ['UTF-16', Buffer.from('{"title":"x"}', 'utf16le'), 400, 'invalid_json'],
    ['gzip', gzipSync('{"title":"x"}'), 400, 'invalid_json', { 'content-encoding': 'gzip' }],
    ['a gzip bomb', gzipSync(Buffer.alloc(50_000_000)), 400, 'invalid_json', { 'content-encoding': 'gzip' }],
    ['gzip that says nothing', gzipSync('{"title":"x"}'), 400, 'invalid_json'],
    ['100,000 nested arrays', nested(100_000), 400, 'invalid_json'],
    ['65 levels', nested(65), 400, 'invalid_json'],
    ['null', 'null', 422, 'invalid_cyberklar_payload'],
    ['an array', '[]', 422, 'invalid_cyberklar_payload'],
    ['a string', '"title"', 422, 'invalid_cyberklar_payload'],
    ['a number', '1e400', 422, 'invalid_cyberklar_payload'],
    ['no title', '{"severity":"high"}', 422, 'invalid_cyberklar_payload'],
    ['a title that is inherited', '{"__proto__":{"title":"x"}}', 422, 'invalid_cyberklar_payload'],
    ['more than 1 MiB', `{"title":"${'x'.repeat(1024 * 1024)}"}`, 413, 'payload_too_large'],
  ]
  test.each(cases)('%s', async (_, body, status, code, headers = {}) => {
    const before = await countsOf(at.databaseUrl, at.organization.id)
    const answer = await post(body, { headers })
    expect(answer.status).toBe(status)
    expect(answer.body.error.code).toBe(code)
    expect(await countsOf(at.databaseUrl, at.organization.id)).toEqual({
      ...before,
      entries: before.entries + 1,
    })
    const entries = await entriesOf(at.databaseUrl, answer.headers.get('x-request-id'))
    expect(entries).toHaveLength(1)
    expect(entries[0]).toMatchObject({ outcome: 'refused', code, operation: 'deliverIncident', receipts: [] })
  })
})

test('a refusal lists missing fields and wrong types, but no values', async () => {
  const answer = await post({ title: 5, description: 'tell nobody', occurred_at: {} })
  expect(answer.status).toBe(422)
  expect(answer.body).toEqual({
    error: {
      code: 'invalid_cyberklar_payload',
      message: expect.any(String),
      details: {
        missing: [],
        wrong_type: [
          { field: 'title', expected: 'string' },
          { field: 'occurred_at', expected: 'timestamp' },
        ],
      },
    },
  })
  expect(answer.text).not.toContain('tell nobody')
})

describe('a validly signed odd delivery is accepted, and its bytes are stored', () => {
  test.each([
    ['exactly 1 MiB', `{"title":"full","x":"${'x'.repeat(1024 * 1024 - 23)}"}`, 'full'],
    ['duplicate keys: the last one counts', '{"title":"a","title":"b"}', 'b'],
    ['__proto__ beside the title', '{"title":"p","__proto__":{"severity":"critical"}}', 'p'],
    [
      'numbers beyond 2^53 and 1e400 in other fields',
      '{"title":"n","x":123456789012345678901234567890,"y":1e400}',
      'n',
    ],
    ['NUL and lone surrogates', '{"title":"a\\u0000b\\ud800c"}', 'a\ufffdb\ufffdc'],
    [
      'a script and a formula',
      '{"title":"=cmd|\'/c calc\'!A0<script>alert(1)</script>"}',
      "=cmd|'/c calc'!A0<script>alert(1)</script>",
    ],
    ['line breaks', '{"title":"one\\r\\ntwo"}', 'one\r\ntwo'],
    ['64 levels', `{"title":"deep","x":${'['.repeat(63)}${']'.repeat(63)}}`, 'deep'],
  ])('%s', async (_, body, title) => {
    const answer = await post(body)
    expect(answer.status).toBe(201)
    expect(await newest()).toMatchObject({ title, severity: 'unknown' })
    const [row] = await sql<{ body: Buffer }>(
      at.databaseUrl,
      'select body from ledger.deliveries where id = $1',
      [answer.headers.get('x-request-id')],
    )
    expect(row!.body.equals(Buffer.from(body))).toBe(true)
  })

  test.each([undefined, 'text/plain', 'application/json; charset=latin1', 'x'])(
    'the webhook ignores Content-Type %s',
    async (type) => {
      const body = `{"title":"type ${type}"}`
      expect((await post(body, { headers: type === undefined ? {} : { 'content-type': type } })).status).toBe(
        201,
      )
    },
  )

  test('the webhook accepts a delivery with a cookie, as only the signature authenticates', async () => {
    expect((await post('{"title":"cookie"}', { headers: { cookie: 'a=b' } })).status).toBe(201)
  })
})

describe('X-Service-Format', () => {
  test.each(['Service', 'xml', '', 'service ,vendor_siem', 'service,service'])(
    '%j is refused as invalid_format',
    async (format) => {
      const answer = await post('{"title":"format"}', { format })
      expect(answer.status).toBe(400)
      expect(answer.body.error.code).toBe('invalid_format')
    },
  )

  test('overrides the format of the endpoint', async () => {
    const answer = await post('{"title":"not an alert of any product"}', { format: 'vendor_siem' })
    expect(answer.status).toBe(422)
    expect(answer.body.error.code).toBe('invalid_vendor_siem_payload')
    expect(answer.body.error.message).toContain('docs/integrations/products.md')
  })

  test('an endpoint with a pinned format refuses another one, and lists the refused delivery', async () => {
    const pinned = await admin.make({ pinFormat: true })
    const sent = (title: string, format?: string) =>
      send(at.baseUrl, pinned, JSON.stringify({ title }), {
        ...{ headers: from(), ...(format === undefined ? {} : { format }) },
      })
    const refused = await sent('another format', 'vendor_siem')
    expect([refused.status, refused.body.error]).toEqual([
      400,
      { code: 'invalid_format', message: 'this endpoint takes service only: leave X-Service-Format out' },
    ])
    const [entry] = await entriesOf(at.databaseUrl, refused.headers.get('x-request-id'))
    expect(entry).toMatchObject({ outcome: 'refused', code: 'invalid_format' })
    expect((await admin.rejected(pinned.id)).deliveries).toMatchObject([
      { status: 400, code: 'invalid_format', reason: 'format_pinned', signed: true },
    ])
    expect((await sent('named', 'service')).status).toBe(201)
    expect((await sent('not named')).status).toBe(201)
    const recorded = () =>
      sql<{ pinned: string }>(
        at.databaseUrl,
        `select record::jsonb ->> 'pin_format' as pinned from ingestion.webhook_endpoint_records
         where org_id = $1 and id = $2 order by version`,
        [at.organization.id, pinned.id],
      )
    expect(await recorded()).toEqual([{ pinned: 'true' }])
    const update = (change: object) =>
      admin.webhooks.updateWebhookEndpoint({ id: pinned.id, ...change }, admin.as('updateWebhookEndpoint'))
    expect((await update({ name: 'renamed' })).endpoint!.pinFormat).toBe(true)
    await update({ pinFormat: false })
    expect(await recorded()).toEqual([{ pinned: 'true' }, { pinned: 'true' }, { pinned: 'false' }])
    expect((await sent('another format', 'vendor_siem')).body.error.code).toBe('invalid_vendor_siem_payload')
  })

  test('generic_json is refused for an endpoint without a mapping', async () => {
    const answer = await post('{"title":"format"}', { format: 'generic_json' })
    expect(answer.status).toBe(422)
    expect(answer.body.error.code).toBe('invalid_generic_json_payload')
  })

  test('generic_json maps by the endpoint’s mapping, and the incident names its version', async () => {
    const mapping = (title: string) => JSON.stringify({ title: { pointers: [title] } })
    const own = await admin.make({ format: WebhookFormat.GENERIC_JSON, mapping: mapping('/a') })
    expect((await send(at.baseUrl, own, '{"a":"by one"}')).status).toBe(201)
    expect(await newest()).toMatchObject({
      title: 'by one',
      source: { format: 'generic_json', mapping_version: 1 },
    })
    const request = { id: own.id, mapping: mapping('/b') }
    await admin.webhooks.updateWebhookEndpoint(request, admin.as('updateWebhookEndpoint'))
    expect((await send(at.baseUrl, own, '{"a":"by one","b":"by two"}')).status).toBe(201)
    expect(await newest()).toMatchObject({ title: 'by two', source: { mapping_version: 2 } })
  })
})

describe('the webhook checks', () => {
  const bad = { signature: 't=1,v1=00', format: 'xml' }
  test('the size before the signature', async () => {
    expect((await post('x'.repeat(1024 * 1024 + 1), bad)).status).toBe(413)
  })
  test('the signature before format, JSON and mapping', async () => {
    expect((await post('{', bad)).status).toBe(401)
  })
  test('the endpoint’s limit before the format', async () => {
    const slow = await admin.make({ rateLimit: 1 })
    expect((await send(at.baseUrl, slow, '{"title":"one"}')).status).toBe(201)
    const answers = await Promise.all(
      [1, 2, 3].map((n) => send(at.baseUrl, slow, `{${n}`, { format: 'xml' })),
    )
    const limited = answers.find(({ status }) => status === 429)!
    expect(limited.body.error.code).toBe('rate_limited')
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    expect(limited.headers.get('x-ratelimit-limit')).toBe('1')
    expect(limited.headers.get('x-ratelimit-remaining')).toBe('0')
    expect(Number(limited.headers.get('x-ratelimit-reset'))).toBeGreaterThan(1_700_000_000)
  })
  test('the format before JSON', async () => {
    expect((await post('{', { format: 'xml' })).body.error.code).toBe('invalid_format')
  })
})

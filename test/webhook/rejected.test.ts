import { afterAll, beforeAll, expect, test } from 'vitest'
import { inOneWindow } from '../contract/support/window.ts'
import { sql } from '../harness/database.ts'
import type { TestInstallation } from '../harness/installation.ts'
import { bootWebhook, from } from './support/boot.ts'
import { type Administration, WebhookFormat } from './support/endpoint.ts'
import { entriesOf } from './support/evidence.ts'
import { nowSeconds, send } from './support/send.ts'

let at: TestInstallation
let admin: Administration
beforeAll(async () => {
  ;({ at, admin } = await bootWebhook())
})
afterAll(() => at.stop())

const rejectedOf = async (id: string) => (await admin.rejected(id)).deliveries

test('the rejected deliveries of an endpoint show status, code and the beginning of the body, newest first', async () => {
  const endpoint = await admin.make()
  const post = (body: string, options = {}) =>
    send(at.baseUrl, endpoint, body, { headers: from(), ...options })
  await post('{"a":1}', { signature: null })
  await post('{"late":1}', { t: nowSeconds() - 3600 })
  await post('{"b":')
  await post('{"c":1}')
  await post('{"d":1}', { format: 'xml' })
  await post('z'.repeat(1024 * 1024 + 1))
  const shown = (await rejectedOf(endpoint.id)).map(({ status, code, reason, signed }) => ({
    status,
    code,
    reason,
    signed,
  }))
  expect(shown).toEqual([
    { status: 413, code: 'payload_too_large', reason: 'too_large', signed: false },
    { status: 400, code: 'invalid_format', reason: 'format_unknown', signed: true },
    { status: 422, code: 'invalid_cyberklar_payload', reason: 'not_mappable', signed: true },
    { status: 400, code: 'invalid_json', reason: 'not_json', signed: true },
    { status: 401, code: 'unauthorized', reason: 'timestamp_outside_window', signed: false },
    { status: 401, code: 'unauthorized', reason: 'signature_missing', signed: false },
  ])
})

test('the excerpt of a rejected body is one line of 1 KiB with control characters and direction marks escaped', async () => {
  const endpoint = await admin.make()
  const body = Buffer.concat([
    Buffer.from('a\r\n2026-01-01 ERROR forged\u0000\u001b[31m\u2028\u202e\u0085é<script>'),
    Buffer.from([0xff]),
    Buffer.alloc(2000, 'x'),
  ])
  await send(at.baseUrl, endpoint, body)
  const [rejected] = await rejectedOf(endpoint.id)
  expect(rejected!.excerpt).toMatch(
    /^a\\u000d\\u000a2026-01-01 ERROR forged\\u0000\\u001b\[31m\\u2028\\u202e\\u0085é<script>\ufffdx+$/,
  )
  expect(rejected!.excerpt.match(/x+$/)![0].length).toBeLessThan(1024)
  expect(rejected!.excerpt).not.toMatch(/[\p{Cc}\u2028\u202e]/u)
})

test('unsigned calls push no signed one out: the newest 200 unsigned and 1,000 signed rejections are kept', async () => {
  const endpoint = await admin.make()
  await sql(
    at.databaseUrl,
    `insert into ingestion.rejected_deliveries
      select $1, $2, n <= 1100, ('018f0000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, now(), 400, 'invalid_json', '', n::text
      from generate_series(1, 1400) n`,
    [at.organization.id, endpoint.id],
  )
  await send(at.baseUrl, endpoint, '{"signed"')
  await send(at.baseUrl, endpoint, '{"unsigned"', { secret: 'whsec_wrong', headers: from() })
  const kept = () =>
    sql<{ signed: boolean; n: number; oldest: string }>(
      at.databaseUrl,
      `select signed, count(*)::int as n, (array_agg(excerpt order by id))[1] as oldest
        from ingestion.rejected_deliveries where endpoint_id = $1 group by signed order by signed`,
      [endpoint.id],
    )
  await expect.poll(kept).toEqual([
    { signed: false, n: 200, oldest: '1202' },
    { signed: true, n: 1000, oldest: '102' },
  ])
  const { deliveries, nextCursor } = await admin.rejected(endpoint.id)
  expect(deliveries).toHaveLength(50)
  expect(deliveries.slice(0, 2).map(({ excerpt }) => excerpt)).toEqual(['{"unsigned"', '{"signed"'])
  expect(nextCursor).toBe(deliveries.at(-1)!.id)
})

test('calls beyond an address’s limit are counted in the installation’s log, not listed for the endpoint', () =>
  inOneWindow(async () => {
    const endpoint = await admin.make()
    const headers = from()
    const wrong = () => send(at.baseUrl, endpoint, '{}', { secret: 'whsec_wrong', headers })
    const answers = await Promise.all(Array.from({ length: 70 }, wrong))
    const refused = answers.filter(({ status }) => status === 401)
    expect(refused.length).toBe(60)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10)
    for (const answer of refused)
      expect(await entriesOf(at.databaseUrl, answer.headers.get('x-request-id'))).toHaveLength(1)
    const [row] = await sql<{ n: number }>(
      at.databaseUrl,
      'select count(*)::int as n from ingestion.rejected_deliveries where endpoint_id = $1',
      [endpoint.id],
    )
    expect(row!.n).toBe(60)
  }))

test('the accepted deliveries are listed with outcome and whether a replay’s body differed', async () => {
  const endpoint = await admin.make({ format: WebhookFormat.SERVICE })
  await send(at.baseUrl, endpoint, '{"title":"t","external_id":"e"}')
  await send(at.baseUrl, endpoint, '{"title":"t","external_id":"e"}')
  await send(at.baseUrl, endpoint, '{"title":"u","external_id":"e"}')
  const { deliveries } = await admin.taken(endpoint.id)
  expect(deliveries.map(({ outcome, bodyDiffers }) => [outcome, bodyDiffers])).toEqual([
    ['replay', true],
    ['replay', false],
    ['created', false],
  ])
  expect(new Set(deliveries.map(({ incidentId }) => incidentId)).size).toBe(1)
})

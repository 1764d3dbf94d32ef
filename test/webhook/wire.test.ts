import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestInstallation } from '../harness/installation.ts'
import { bootWebhook } from './support/boot.ts'
import type { Administration, TestEndpoint } from './support/endpoint.ts'
import { countsOf, entriesOf } from './support/evidence.ts'
import { head, raw } from './support/raw.ts'
import { nowSeconds, signatureOf } from './support/send.ts'

let at: TestInstallation
let admin: Administration
let endpoint: TestEndpoint
beforeAll(async () => {
  ;({ at, admin } = await bootWebhook())
  endpoint = await admin.make()
})
afterAll(() => at.stop())

const BODY = '{"title":"on the wire"}'
const signature = (body: string) => `X-Service-Signature: ${signatureOf(endpoint.secret, nowSeconds(), body)}`
const length = (body: string) => `Content-Length: ${Buffer.byteLength(body)}`
let address = 0
const forwarded = () => `X-Forwarded-For: 10.2.0.${++address}`

test('the webhook refuses two signature header lines, even if each is valid', async () => {
  const line = signature(BODY)
  const answer = await raw(at.baseUrl, [head(endpoint.path, [forwarded(), length(BODY), line, line]), BODY])
  expect(answer.status).toBe(401)
})

test('the webhook refuses one signature split over two header lines', async () => {
  const [t, v1] = signatureOf(endpoint.secret, nowSeconds(), BODY).split(',')
  const lines = [forwarded(), length(BODY), `X-Service-Signature: ${t}`, `X-Service-Signature: ${v1}`]
  expect((await raw(at.baseUrl, [head(endpoint.path, lines), BODY])).status).toBe(401)
})

test('the webhook refuses two X-Service-Format header lines', async () => {
  const lines = [length(BODY), signature(BODY), 'X-Service-Format: service', 'x-service-format: service']
  const answer = await raw(at.baseUrl, [head(endpoint.path, lines), BODY])
  expect(answer.status).toBe(400)
  expect(answer.body).toContain('invalid_format')
})

test('the webhook accepts a chunked body, signed over its bytes without the chunks', async () => {
  const chunks = [...BODY.matchAll(/.{1,5}/g)].map(([part]) => `${part.length.toString(16)}\r\n${part}\r\n`)
  const lines = ['Transfer-Encoding: chunked', signature(BODY)]
  const answer = await raw(at.baseUrl, [head(endpoint.path, lines), ...chunks, '0\r\n\r\n'])
  expect(answer.status).toBe(201)
})

test('the webhook cuts a chunked body off at the limit with 413, signed or not', async () => {
  const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`
  const lines = [forwarded(), 'Transfer-Encoding: chunked', signature('x')]
  const answer = await raw(at.baseUrl, [head(endpoint.path, lines), ...new Array(40).fill(chunk)])
  expect(answer.status).toBe(413)
  expect(answer.body).toContain('payload_too_large')
})

test('the webhook refuses a declared length over the limit with 413, without reading the body', async () => {
  const lines = [forwarded(), 'Content-Length: 1048577', signature(BODY)]
  expect((await raw(at.baseUrl, [head(endpoint.path, lines)])).status).toBe(413)
})

test('of a body longer than its Content-Length, only the declared part counts for the signature', async () => {
  const lines = [forwarded(), 'Content-Length: 10', 'Connection: close', signature(BODY)]
  const answer = await raw(at.baseUrl, [head(endpoint.path, lines), BODY])
  expect(answer.status).toBe(401)
})

test('a body shorter than its Content-Length opens no incident', async () => {
  const before = await countsOf(at.databaseUrl, at.organization.id)
  const lines = [forwarded(), `Content-Length: ${Buffer.byteLength(BODY) + 1}`, signature(BODY)]
  await raw(at.baseUrl, [head(endpoint.path, lines), BODY], { end: true })
  await expect
    .poll(async () => (await countsOf(at.databaseUrl, at.organization.id)).entries)
    .toBe(before.entries + 1)
  const after = await countsOf(at.databaseUrl, at.organization.id)
  expect(after).toEqual({ ...before, entries: before.entries + 1 })
})

test('the webhook refuses Content-Length together with Transfer-Encoding', async () => {
  const lines = [length(BODY), 'Transfer-Encoding: chunked', signature(BODY)]
  const answer = await raw(at.baseUrl, [head(endpoint.path, lines), BODY])
  expect(answer.status).toBe(400)
  expect(answer.text).toMatch(/x-request-id/i)
})

test('the webhook accepts lower-case header names, a query and an absolute-form target', async () => {
  const body = '{"title":"absolute"}'
  const lines = [length(body), signature(body).toLowerCase()]
  const target = `http://attestry.test${endpoint.path}?source=siem`
  expect((await raw(at.baseUrl, [head(target, lines), body])).status).toBe(201)
})

test('every webhook answer has its request id, and exactly one audit entry', async () => {
  const answer = await raw(at.baseUrl, [head(endpoint.path, [forwarded(), length(BODY)]), BODY])
  const requestId = /x-request-id: (\S+)/i.exec(answer.text)![1]!
  expect(await entriesOf(at.databaseUrl, requestId)).toHaveLength(1)
})

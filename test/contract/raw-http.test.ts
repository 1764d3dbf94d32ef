import { expect, test } from 'vitest'
import { sql } from '../harness/database.ts'
import { entriesOf, expectError, UUID_V7 } from './support/expect-error.ts'
import { type Conversation, converse, type RawAnswer } from './support/raw.ts'
import { scene } from './support/scene.ts'

const api = scene()
const BODY = JSON.stringify({ title: 'Raw', severity: 'low' })
const auth = (): string => `Authorization: Bearer ${api.at.organization.key}\r\n`

/** The head of a request to create an incident, without its last empty line. */
const head = (lines: string, target = '/api/v1/incidents', version = '1.1'): string =>
  `POST ${target} HTTP/${version}\r\nHost: attestry.test\r\n${auth()}Content-Type: application/json\r\n${lines}`
const whole = (lines = '', target?: string, version?: string): string =>
  `${head(`Content-Length: ${BODY.length}\r\n${lines}`, target, version)}\r\n${BODY}`
const CLOSE = 'Connection: close\r\n'
const chunk = (text: string): string => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`

const incidents = async (): Promise<number> => {
  const [row] = await sql<{ n: string }>(api.at.databaseUrl, 'select count(*) as n from ledger.incidents')
  return Number(row!.n)
}

async function say(pieces: (string | Buffer)[], options = {}): Promise<Conversation & { made: number }> {
  const before = await incidents()
  const reply = await converse(api.at.baseUrl, pieces, options)
  return { ...reply, made: (await incidents()) - before }
}

/** There is one answer in the error format, and nothing was created. */
async function refused(pieces: (string | Buffer)[], status: number, code = 'validation_error', options = {}) {
  const { answers, made } = await say(pieces, options)
  expect(answers.map((answer) => answer.status)).toEqual([status])
  expectShape(answers[0]!, status, code)
  expect(made).toBe(0)
  return answers[0]!
}

function expectShape(answer: RawAnswer, status: number, code: string): void {
  expect(answer.status).toBe(status)
  expect(answer.body).toMatchObject({ error: { code } })
  expect(answer.body.error.message).toBeTypeOf('string')
  expect(answer.headers['x-request-id']).toMatch(UUID_V7)
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
}

const once = async (answer: RawAnswer): Promise<void> => {
  expect(await entriesOf(api.at, answer)).toHaveLength(1)
}

test('HTTP/1.0 is served with or without Host, and the connection is closed', async () => {
  const bare = `POST /api/v1/incidents HTTP/1.0\r\n${auth()}Content-Type: application/json\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`
  for (const request of [whole('', undefined, '1.0'), bare]) {
    const { answers, made } = await say([request])
    expect(answers.map(({ status }) => status)).toEqual([201])
    expect(made).toBe(1)
    await once(answers[0]!)
  }
})

test('an absolute-form target is served by its path, whatever host it names', async () => {
  for (const authority of ['http://attestry.test', 'https://evil.example:1', 'HTTP://user@x']) {
    const { answers, made } = await say([whole(CLOSE, `${authority}/api/v1/incidents`)])
    expect(answers.map(({ status }) => status)).toEqual([201])
    expect(made).toBe(1)
  }
  await refused([whole(CLOSE, 'http://attestry.test')], 404, 'not_found')
  await refused([whole(CLOSE, 'http://attestry.test?x=/api/v1/incidents')], 404, 'not_found')
})

test.each([
  '/api%2Fv1/incidents',
  '/api/v1%2Fincidents',
  '//api/v1/incidents',
  '/x/../api/v1/incidents',
  '/API/v1/incidents',
  '/api/v1/%69ncidents/',
])('the target %s is not /api/v1/incidents: 404, nothing stored', async (target) => {
  await refused([whole(CLOSE, target)], 404, 'not_found')
})

test('Transfer-Encoding together with Content-Length is answered 400 at once, in either order', async () => {
  const te = 'Transfer-Encoding: chunked\r\n'
  const cl = `Content-Length: ${BODY.length}\r\n`
  const smuggled = `${chunk(BODY)}0\r\n\r\n`
  await refused([`${head(te + cl)}\r\n${smuggled}`], 400)
  await refused([`${head(cl + te)}\r\n${smuggled}`], 400)
})

test.each([
  ['two different lengths', `Content-Length: ${BODY.length}\r\nContent-Length: 5\r\n`],
  ['two equal lengths', `Content-Length: ${BODY.length}\r\nContent-Length: ${BODY.length}\r\n`],
  ['a negative length', 'Content-Length: -1\r\n'],
  ['a length with a sign', `Content-Length: +${BODY.length}\r\n`],
  ['a hexadecimal length', 'Content-Length: 0x20\r\n'],
  ['a length beyond 64 bits', 'Content-Length: 99999999999999999999999\r\n'],
  ['an obsolete fold', 'X-A: b\r\n c\r\n'],
  ['white space before a colon', 'X-A : b\r\n'],
  ['a NUL in a header', 'X-A: a\0b\r\n'],
  ['a bare LF in a header', 'X-A: b\nX-B: c\r\n'],
  ['chunked not last', 'Transfer-Encoding: chunked, gzip\r\n'],
  ['chunked spelled with a tab', 'Transfer-Encoding:\x0bchunked\r\n'],
])('%s: 400, and the connection is closed', async (_, lines) => {
  await refused([`${head(lines)}\r\n${BODY}`], 400)
})

test.each([
  ['no Host', `POST /api/v1/incidents HTTP/1.1\r\n`],
  ['two Hosts', `POST /api/v1/incidents HTTP/1.1\r\nHost: a\r\nHost: b\r\n`],
  ['two Hosts of HTTP/1.0', `POST /api/v1/incidents HTTP/1.0\r\nHost: a\r\nHost: b\r\n`],
  ['an invalid Host', `POST /api/v1/incidents HTTP/1.1\r\nHost: a b/c\r\n`],
  ['a Host with a user', `POST /api/v1/incidents HTTP/1.1\r\nHost: user@a\r\n`],
])('%s: 400 (RFC 9112 section 3.2), and the connection is closed', async (_, start) => {
  await refused([`${start}${auth()}Content-Length: 0\r\n\r\n`], 400)
})

test.each(['a:', 'a.example:8080', '[::1]:80', '127.0.0.1', 'xn--bcher-kva.example', 'a_b'])(
  'the Host %s is accepted',
  async (host) => {
    const { answers } = await say([whole(CLOSE).replace('attestry.test', host)])
    expect(answers.map(({ status }) => status)).toEqual([201])
  },
)

test.each([
  ['another coding under chunked', 'gzip, chunked', '1.1'],
  ['a coding that nobody knows under chunked', 'x, chunked', '1.1'],
  ['chunks of HTTP/1.0', 'chunked', '1.0'],
])('%s: 400 (RFC 9112 section 6.1), and the connection is closed', async (_, codings, version) => {
  const lines = `Transfer-Encoding: ${codings}\r\nConnection: keep-alive\r\n`
  await refused([`${head(lines, undefined, version)}\r\n${chunk(BODY)}0\r\n\r\n`], 400)
})

test('a client that half-closes after its requests gets all their answers', async () => {
  const { answers, made } = await say([whole(), whole()], { end: true })
  expect(answers.map(({ status }) => status)).toEqual([201, 201])
  expect(made).toBe(2)
})

test('CONNECT is answered 404, after the answers that are due before it', async () => {
  const connect = 'CONNECT attestry.test:443 HTTP/1.1\r\nHost: attestry.test:443\r\n\r\n'
  await refused([connect], 404, 'not_found')
  const { answers } = await say([whole(), connect])
  expect(answers.map(({ status }) => status)).toEqual([201, 404])
})

test.each([
  'GET /api/v1/incidents\r\n\r\n',
  'GET /api/v1/incidents HTTP/2.0\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  '\x16\x03\x01\x02\x00\x01',
  'G€T / HTTP/1.1\r\n\r\n',
  'GET /api/v1/in cidents HTTP/1.1\r\nHost: a\r\n\r\n',
])('bytes that are not HTTP/1 (%j) are answered 400', async (bytes) => {
  await refused([bytes], 400)
})

test('request headers of more than 16 KiB are answered 431', async () => {
  await refused([head(`X-Long: ${'x'.repeat(20_000)}\r\n`)], 431)
  await refused([head(Array.from({ length: 3000 }, (_, i) => `X-${i}: y\r\n`).join(''))], 431)
})

test('a declared length over the limit is answered 413 before any of it is read', async () => {
  const answer = await refused([`${head('Content-Length: 1073741824\r\n')}\r\n`], 413, 'payload_too_large')
  expectError(answer, 413, 'payload_too_large')
  await once(answer)
})

test('a client that still sends when it is answered can read the answer without a reset', async () => {
  const lines = 'Content-Length: 4194304\r\n'
  const key = head(lines)
  const noKey = key.replace(/Authorization: .*\r\n/, '')
  for (const [start, status] of [
    [key, 413],
    [noKey, 401],
    [head(lines, '/api/v1/nothing'), 404],
  ] as const) {
    const afterAnswer = Buffer.alloc(4_194_304, 0x20)
    const { answers, reset } = await converse(api.at.baseUrl, [`${start}\r\n`], { afterAnswer })
    expect(answers.map((answer) => answer.status)).toEqual([status])
    expect(answers[0]!.headers.connection).toBe('close')
    expect(reset).toBe(false)
  }
})

test('chunks beyond the limit are answered 413, however they are split, and the answer arrives', async () => {
  const pieces = Array.from({ length: 40 }, () => chunk('x'.repeat(64 * 1024)))
  const answer = await refused(
    [`${head('Transfer-Encoding: chunked\r\n')}\r\n`, ...pieces],
    413,
    'payload_too_large',
  )
  await once(answer)
})

test('a chunked body within the limit is served, also with trailers and extensions', async () => {
  const chunked = `5;ext=1\r\n${BODY.slice(0, 5)}\r\n${chunk(BODY.slice(5))}0\r\nX-Trailer: 1\r\n\r\n`
  const { answers, made } = await say([`${head(`Transfer-Encoding: chunked\r\n${CLOSE}`)}\r\n${chunked}`])
  expect(answers.map(({ status }) => status)).toEqual([201])
  expect(made).toBe(1)
})

test('a malformed chunk is answered 400, under the id of its audit entry', async () => {
  const answer = await refused(
    [`${head('Transfer-Encoding: chunked\r\n')}\r\n`, 'zz\r\n'],
    400,
    'validation_error',
    { pauseMs: 100 },
  )
  await once(answer)
})

test('the rest of a body longer than its Content-Length creates nothing', async () => {
  const { answers, made } = await say([`${head('Content-Length: 5\r\n')}\r\n${BODY}`])
  expect(answers.map(({ status }) => status)).toEqual([400, 400])
  expect(made).toBe(0)
  await once(answers[0]!)
})

test('pipelined requests are answered in order, a malformed one after them with 400', async () => {
  const { answers, made } = await say([whole(), whole(), whole('', '/api/v1/nothing'), 'garbage\r\n\r\n'])
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 404, 400])
  expect(made).toBe(2)
  expect(new Set(answers.map(({ headers }) => headers['x-request-id'])).size).toBe(4)
  for (const answer of answers.slice(0, 3)) await once(answer)
})

test('a client that leaves in mid-body stores nothing, and is logged as refused', async () => {
  const agent = `gone-${Date.now()}`
  const before = await incidents()
  await converse(api.at.baseUrl, [`${head('Content-Length: 100\r\n')}X-Test: ${agent}\r\n\r\n{"title"`], {
    pauseMs: 200,
    end: true,
  })
  expect(await incidents()).toBe(before)
  const [row] = await sql<{ entry: string }>(
    api.at.databaseUrl,
    'select entry from ledger.entries where org_id = $1 order by id desc limit 1',
    [api.at.organization.id],
  )
  expect(JSON.parse(row!.entry)).toMatchObject({
    operation: 'createIncident',
    outcome: 'refused',
    code: 'validation_error',
  })
})

test('Expect: 100-continue is honored, and other expectations change nothing', async () => {
  for (const expectation of ['100-continue', 'miracles']) {
    const { answers } = await say([whole(`Expect: ${expectation}\r\n${CLOSE}`)])
    expect(answers.map(({ status }) => status)).toEqual([201])
    expect(answers[0]!.headers['x-request-id']).toMatch(UUID_V7)
  }
})

test('Upgrade is ignored', async () => {
  const { answers } = await say([whole('Upgrade: h2c, websocket\r\nConnection: upgrade, close\r\n')])
  expect(answers.map(({ status }) => status)).toEqual([201])
})

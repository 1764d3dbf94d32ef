import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../harness/database.ts'
import type { TestInstallation } from '../harness/installation.ts'
import { bootWebhook, from } from './support/boot.ts'
import type { Administration, TestEndpoint } from './support/endpoint.ts'
import { countsOf } from './support/evidence.ts'
import { plantSecret } from './support/plant-secret.ts'
import { nowSeconds, type Sending, send, signatureOf } from './support/send.ts'

let at: TestInstallation
let admin: Administration
let endpoint: TestEndpoint
let now = Date.now()
const directory = mkdtempSync(join(tmpdir(), 'attestry-signers-'))
beforeAll(async () => {
  ;({ at, admin } = await bootWebhook({ clock: { now: () => new Date(now) } }))
  endpoint = await admin.make()
})
afterAll(async () => {
  await at.stop()
  rmSync(directory, { recursive: true, force: true })
})

const T = 1767225600
const hex = (length: number) => 'a'.repeat(length)
const BODY = '{"title":"signed"}'
const post = (options: Sending, body: string | Uint8Array = BODY) =>
  send(at.baseUrl, endpoint, body, { ...options, headers: { ...from(), ...options.headers } })
const good = (t: number | string, body: string | Uint8Array = BODY) =>
  signatureOf(endpoint.secret, t, body).split('v1=')[1]!

describe('the webhook refuses a signature with the same 401, and stores nothing', () => {
  const t = () => nowSeconds()
  const cases: [name: string, signature: () => string | null][] = [
    ['missing', () => null],
    ['empty', () => ''],
    ['no v1', () => `t=${t()}`],
    ['no t', () => `v1=${good(t())}`],
    ['v0 only', () => `t=${t()},v0=${good(t())}`],
    ['as long as SHA-1', () => `t=${t()},v1=${hex(40)}`],
    ['as long as SHA-512', () => `t=${t()},v1=${hex(128)}`],
    ['63 digits', () => `t=${t()},v1=${good(t()).slice(1)}`],
    ['65 digits', () => `t=${t()},v1=${good(t())}0`],
    ['no hex', () => `t=${t()},v1=${'zz'.repeat(32)}`],
    ['another digest', () => `t=${t()},v1=${hex(64)}`],
    ['six v1, the right one among them', () => `t=${t()},${`v1=${hex(64)},`.repeat(5)}v1=${good(t())}`],
    ['two t', () => `t=${t()},t=${t()},v1=${good(t())}`],
    ['two t that differ', () => `t=1,t=${t()},v1=${good(t())}`],
    ['negative t', () => `t=-${t()},v1=${good(`-${t()}`)}`],
    ['hexadecimal t', () => `t=0x${t().toString(16)},v1=${good(`0x${t().toString(16)}`)}`],
    ['t with an exponent', () => `t=1e9,v1=${good('1e9')}`],
    ['t with letters behind', () => `t=${t()}abc,v1=${good(`${t()}abc`)}`],
    ['t in milliseconds', () => `t=${Date.now()},v1=${good(Date.now())}`],
    ['white space before the comma', () => `t=${t()} ,v1=${good(t())}`],
    ['a trailing comma', () => `t=${t()},v1=${good(t())},`],
    ['another key', () => `t=${t()},v1=${good(t())},x=1`],
    ['another secret', () => signatureOf('whsec_of_somebody_else', t(), BODY)],
    ['the secret without its prefix', () => signatureOf(endpoint.secret.slice(6), t(), BODY)],
    ['the body alone signed', () => `t=${t()},v1=${good('').slice(0, 64)}`],
  ]
  test.each(cases)('%s', async (_, signature) => {
    now = Date.now()
    const before = await countsOf(at.databaseUrl, at.organization.id)
    const answer = await post({ signature: signature() })
    expect(answer.status).toBe(401)
    expect(answer.text).toBe('{"error":{"code":"unauthorized","message":"the signature cannot be verified"}}')
    const after = await countsOf(at.databaseUrl, at.organization.id)
    expect(after).toEqual({ ...before, entries: before.entries + 1 })
  })

  test('of 200 v1 values, and answers 10,000 of them with 431', async () => {
    const answer = await post({ signature: `t=${t()},${`v1=${hex(64)},`.repeat(200)}v1=${good(t())}` })
    expect(answer.status).toBe(401)
    const longer = await post({ signature: `t=${t()},${`v1=${hex(64)},`.repeat(10_000)}v1=${good(t())}` })
    expect(longer.status).toBe(431)
  })

  test.each([
    ['serialized anew', '{"title": "signed"}'],
    ['with CRLF', `${BODY}\r\n`],
    ['one byte more', `${BODY}\n`],
    ['keys in another order', '{"b":1,"title":"signed"}'],
  ])('for a body that is not the signed one: %s', async (_, body) => {
    const t = nowSeconds()
    expect(
      (await post({ signature: signatureOf(endpoint.secret, t, '{"title":"signed","b":1}') }, body)).status,
    ).toBe(401)
  })

  test('by the secret of another endpoint', async () => {
    const other = await admin.make()
    expect((await post({ secret: other.secret })).status).toBe(401)
  })
})

describe('the webhook accepts a signature with', () => {
  let sent = 0
  beforeEach(() => {
    sent += 1
  })
  const body = (t: number) => `{"title":"accepted at ${t}, call ${sent}"}`
  test.each([
    ['upper-case digits', (t: number) => `t=${t},v1=${good(t, body(t)).toUpperCase()}`],
    ['white space after commas', (t: number) => `t=${t}, \tv1=${good(t, body(t))}`],
    ['v1 first', (t: number) => `v1=${good(t, body(t))},t=${t}`],
    [
      'five v1, the last one right',
      (t: number) => `t=${t},${`v1=${hex(64)},`.repeat(4)}v1=${good(t, body(t))}`,
    ],
    ['unknown versions beside it', (t: number) => `v0=x,t=${t},v1=${good(t, body(t))},v2=${hex(64)}`],
  ])('%s', async (_, signature) => {
    now = Date.now()
    const t = nowSeconds()
    expect((await post({ signature: signature(t) }, body(t))).status).toBe(201)
  })

  test.each([-301, -300, -299, 0, 299, 300, 301])(
    'the webhook accepts a signature whose clock is %i s off only within 300 s',
    async (offset) => {
      now = Date.UTC(2026, 5, 1)
      const answer = await post({ t: now / 1000 - offset }, `{"title":"clock ${offset}"}`)
      expect(answer.status).toBe(Math.abs(offset) <= 300 ? 201 : 401)
    },
  )

  test('the webhook uses the endpoint’s own time window', async () => {
    now = Date.UTC(2026, 5, 2)
    const narrow = await admin.make({ windowSeconds: 30 })
    const sent = (offset: number) =>
      send(at.baseUrl, narrow, `{"title":"narrow ${offset}"}`, { t: now / 1000 - offset, headers: from() })
    expect((await sent(30)).status).toBe(201)
    expect((await sent(31)).status).toBe(401)
  })
})

describe('the webhook accepts signatures of other implementations', () => {
  const vector = '{"title":"Å test – ünïcode","n":1.0,"nested":{"a":[1,2]}}\n'
  const BODIES = { vector, crlf: '{\r\n  "title": "x"\r\n}\r\n', newlines: '{"title":"日本語 😀"}\n\n' }
  const installed = (command: string, ...args: string[]) => spawnSync(command, args).status === 0

  test('the published test vector, for an endpoint with its secret', async () => {
    now = T * 1000
    const known = await admin.make()
    const secret = 'whsec_attestry_test_secret_0123456789'
    await plantSecret(at.databaseUrl, { orgId: at.organization.id, id: known.id }, secret)
    const signature = 't=1767225600,v1=18481489dd8bb8092b89838fb8319e9f9fcab8be44a4d163410b0cab343e783e'
    const answer = await send(at.baseUrl, known, vector, { signature, headers: from() })
    expect(answer.status).toBe(201)
  })

  const accepted = async (v1: string, body: string) => {
    const [row] = await sql<{ n: number }>(at.databaseUrl, 'select count(*)::int as n from ledger.incidents')
    const answer = await post({ signature: `t=${now / 1000},v1=${v1}` }, body)
    expect(answer.status).toBe(201)
    const [after] = await sql<{ n: number }>(
      at.databaseUrl,
      'select count(*)::int as n from ledger.incidents',
    )
    expect(after!.n).toBe(row!.n + 1)
  }
  describe.each(Object.entries(BODIES))('body: %s', (name, text) => {
    const signedFile = (): string => {
      const file = join(directory, `${name}.signed`)
      writeFileSync(file, Buffer.concat([Buffer.from(`${now / 1000}.`), Buffer.from(text)]))
      return file
    }
    test('stripe-node', async () => {
      now = Date.UTC(2026, 6, 1)
      const header = new Stripe('sk_test_unused').webhooks.generateTestHeaderString({
        payload: text,
        secret: endpoint.secret,
        timestamp: now / 1000,
      })
      await accepted(header.split('v1=')[1]!, text)
    })
    test.skipIf(!installed('openssl', 'version'))('OpenSSL', async () => {
      now = Date.UTC(2026, 6, 2)
      const args = ['dgst', '-sha256', '-hmac', endpoint.secret, '-r', signedFile()]
      await accepted(execFileSync('openssl', args, { encoding: 'utf8' }).slice(0, 64), text)
    })
    test.skipIf(!installed('python3', '--version'))('Python’s hmac', async () => {
      now = Date.UTC(2026, 6, 3)
      const program =
        'import hmac,sys;print(hmac.new(sys.argv[1].encode(),open(sys.argv[2],"rb").read(),"sha256").hexdigest())'
      const args = ['-c', program, endpoint.secret, signedFile()]
      await accepted(execFileSync('python3', args, { encoding: 'utf8' }).trim(), text)
    })
  })
})

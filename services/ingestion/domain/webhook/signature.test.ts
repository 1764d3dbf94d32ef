import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { sign, verifySignature } from './signature.ts'

const SECRET = 'whsec_attestry_test_secret_0123456789'
const T = 1767225600
const BODY = Buffer.from('{"title":"Å test – ünïcode","n":1.0,"nested":{"a":[1,2]}}\n')
const V1 = '18481489dd8bb8092b89838fb8319e9f9fcab8be44a4d163410b0cab343e783e'
const HEADER = `t=${T},v1=${V1}`

const check = (
  header: string | string[] | undefined,
  over: Partial<Parameters<typeof verifySignature>[0]> = {},
) =>
  verifySignature({
    headerLines: typeof header === 'string' ? [header] : header,
    body: BODY,
    secret: SECRET,
    now: new Date(T * 1000),
    windowSeconds: 300,
    ...over,
  })

const reason = (header: string | string[] | undefined, over = {}) => {
  const verdict = check(header, over)
  return verdict.ok ? 'ok' : verdict.reason
}

describe('the signature test vector', () => {
  test('equals the header that OpenSSL, Python and Stripe compute', () => {
    expect(sign(SECRET, T, BODY)).toBe(HEADER)
  })

  test('is accepted, with its time', () => {
    expect(check(HEADER)).toEqual({ ok: true, timestamp: T, t: String(T), firstSignedAt: T })
  })

  test('and headers of stripe-node are accepted', () => {
    const stripe = new Stripe('sk_test_unused')
    for (const payload of [BODY.toString(), '{"a":1}', '{"ö":"\\r\\n"}\r\n', '  {}\n\n']) {
      const header = stripe.webhooks.generateTestHeaderString({ payload, secret: SECRET, timestamp: T })
      expect(reason(header, { body: Buffer.from(payload) })).toBe('ok')
    }
  })
})

describe('the grammar of the signature header', () => {
  const good = [
    ['uppercase hex', `t=${T},v1=${V1.toUpperCase()}`],
    ['white space after commas', `t=${T}, \tv1=${V1}`],
    ['v1 before t', `v1=${V1},t=${T}`],
    ['unknown versions are ignored', `t=${T},v0=abc,v1=${V1},v2=,v17=/+=`],
    ['four wrong candidates and the right one', `t=${T},${`v1=${'0'.repeat(64)},`.repeat(4)}v1=${V1}`],
  ] as const
  test.each(good)('accepts %s', (_name, header) => {
    expect(reason(header)).toBe('ok')
  })

  const malformed = [
    ['empty', ''],
    ['only t', `t=${T}`],
    ['only v1', `v1=${V1}`],
    ['v0 only', `t=${T},v0=${V1}`],
    ['sha1-long', `t=${T},v1=${V1.slice(0, 40)}`],
    ['sha512-long', `t=${T},v1=${V1}${V1}`],
    ['63 digits', `t=${T},v1=${V1.slice(1)}`],
    ['65 digits', `t=${T},v1=${V1}0`],
    ['non-hex', `t=${T},v1=${'z'.repeat(64)}`],
    ['a good candidate beside a malformed one', `t=${T},v1=${V1},v1=zz`],
    ['six candidates', `t=${T}${`,v1=${V1}`.repeat(6)}`],
    ['10,000 candidates', `t=${T}${`,v1=${V1}`.repeat(10_000)}`],
    ['two t', `t=${T},t=${T},v1=${V1}`],
    ['negative t', `t=-${T},v1=${V1}`],
    ['signed t', `t=+${T},v1=${V1}`],
    ['hex t', `t=0x6955b900,v1=${V1}`],
    ['exponent t', `t=1e9,v1=${V1}`],
    ['fraction t', `t=${T}.0,v1=${V1}`],
    ['millisecond t', `t=${T}000,v1=${V1}`],
    ['empty t', `t=,v1=${V1}`],
    ['t with letters', `t=${T}abc,v1=${V1}`],
    ['non-ASCII digits', `t=١٧٦٧,v1=${V1}`],
    ['white space before a comma', `t=${T} ,v1=${V1}`],
    ['leading white space', ` t=${T},v1=${V1}`],
    ['white space around =', `t = ${T},v1=${V1}`],
    ['trailing comma', `t=${T},v1=${V1},`],
    ['trailing newline', `t=${T},v1=${V1}\n`],
    ['unknown key', `t=${T},v1=${V1},alg=sha1`],
    ['upper-case keys', `T=${T},V1=${V1}`],
    ['v01', `t=${T},v01=${V1}`],
    ['semicolons', `t=${T};v1=${V1}`],
  ] as const
  test.each(malformed)('refuses as malformed: %s', (_name, header) => {
    // A thirteen-digit t is malformed; everything else here is too, whatever its time.
    expect(reason(header)).toBe('signature_malformed')
  })

  test('reports no header and an empty list as missing, and does not join two lines', () => {
    expect(reason(undefined)).toBe('signature_missing')
    expect(reason([])).toBe('signature_missing')
    expect(reason([HEADER, HEADER])).toBe('signature_repeated')
    expect(reason([`t=${T}`, `v1=${V1}`])).toBe('signature_repeated')
  })

  test('parses or refuses every text without throwing', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom('t=', 'v1=', ',', ' ', V1, String(T), 'v2=', '\0', 'ü'),
    )
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const header = pieces.join('')
        const t = /(?:^|,[ \t]*)t=([0-9]+)/.exec(header)?.[1]
        const digests = header.match(/v1=/g)?.length ?? 0
        const isWrong = t === undefined || t.length > 12 || digests === 0 || digests > 5
        if (isWrong) expect(reason(header)).toBe('signature_malformed')
        else expect(() => reason(header)).not.toThrow()
      }),
    )
  })
})

describe('the signed bytes', () => {
  test('do not match with another or stripped secret, or a changed body', () => {
    expect(reason(HEADER, { secret: `${SECRET}x` })).toBe('signature_mismatch')
    expect(reason(HEADER, { secret: SECRET.replace('whsec_', '') })).toBe('signature_mismatch')
    const variants = [
      BODY.toString().trimEnd(),
      BODY.toString().replace('\n', '\r\n'),
      JSON.stringify(JSON.parse(BODY.toString())),
      '{"n":1.0,"title":"Å test – ünïcode","nested":{"a":[1,2]}}\n',
    ]
    for (const body of variants)
      expect(reason(HEADER, { body: Buffer.from(body) })).toBe('signature_mismatch')
  })

  test('include the t text as sent, with leading zeros', () => {
    const t = `00${T}`
    expect(reason(sign(SECRET, t, BODY))).toBe('ok')
    expect(reason(`t=${t},v1=${V1}`)).toBe('signature_mismatch')
  })

  test('may be no UTF-8, or begin with a byte-order mark', () => {
    for (const body of [Buffer.from([0xff, 0xfe, 0x00]), Buffer.from('\uFEFF{}')]) {
      const v1 = createHmac('sha256', SECRET)
        .update(Buffer.concat([Buffer.from(`${T}.`), body]))
        .digest('hex')
      expect(reason(`t=${T},v1=${v1}`, { body })).toBe('ok')
    }
  })
})

describe('the time window of a signature', () => {
  test.each([
    [-301, 'timestamp_outside_window'],
    [-300, 'ok'],
    [-299, 'ok'],
    [0, 'ok'],
    [299, 'ok'],
    [300, 'ok'],
    [301, 'timestamp_outside_window'],
  ])('with a clock %i s off and 300 s allowed: %s', (seconds, expected) => {
    expect(reason(HEADER, { now: new Date((T + seconds) * 1000) })).toBe(expected)
    expect(reason(HEADER, { now: new Date((T + seconds) * 1000 + 999) })).toBe(expected)
  })

  test('is checked after the signature: a wrong one is a mismatch at any time', () => {
    expect(reason(`t=${T},v1=${'0'.repeat(64)}`, { now: new Date(0) })).toBe('signature_mismatch')
  })
})

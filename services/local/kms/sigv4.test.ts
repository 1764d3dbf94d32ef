import { createHash, createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type SignedRequest, verifySigV4 } from './sigv4.ts'

/** From AWS's Signature Version 4 test suite: access key, secret, scope and time are the same in all its cases. */
const suite = {
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
  service: 'service',
  now: new Date('2015-08-30T12:36:00Z'),
}
const CREDENTIAL = 'AKIDEXAMPLE/20150830/us-east-1/service/aws4_request'

function request(
  method: string,
  headers: Record<string, string | string[]>,
  signedHeaders: string,
  signature: string,
  body = '',
): SignedRequest {
  const authorization = `AWS4-HMAC-SHA256 Credential=${CREDENTIAL}, SignedHeaders=${signedHeaders}, Signature=${signature}`
  const all = {
    host: 'example.amazonaws.com',
    'x-amz-date': '20150830T123600Z',
    authorization,
    ...headers,
  }
  const lists = Object.entries(all).map(([name, value]) => [name, [value].flat()])
  return { method, headers: Object.fromEntries(lists), body: Buffer.from(body) }
}

async function outcome(signed: SignedRequest, expected = suite): Promise<string> {
  try {
    await verifySigV4(signed, expected)
    return 'ok'
  } catch (error) {
    return (error as { type: string }).type
  }
}

const vanilla = () =>
  request('GET', {}, 'host;x-amz-date', '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31')

describe('the Signature Version 4 check', () => {
  test.each([
    ['get-vanilla', vanilla()],
    [
      'post-vanilla',
      request(
        'POST',
        {},
        'host;x-amz-date',
        '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b',
      ),
    ],
    [
      'post-x-www-form-urlencoded',
      request(
        'POST',
        { 'content-type': 'application/x-www-form-urlencoded' },
        'content-type;host;x-amz-date',
        'ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a',
        'Param1=value1',
      ),
    ],
  ])('accepts the published case %s', async (_, signed) => {
    expect(await outcome(signed)).toBe('ok')
  })

  test('joins repeated headers and folds their spaces', async () => {
    const lines = ['host:example.amazonaws.com', 'my-header1:value1,"a b c"', 'x-amz-date:20150830T123600Z']
    const headers = { 'my-header1': [' value1', '"a   b   c" '] }
    const signature = byDefinition('GET', lines, '')
    expect(await outcome(request('GET', headers, 'host;my-header1;x-amz-date', signature))).toBe('ok')
  })

  test('covers the body, the method and every signed header', async () => {
    const value = fc.stringMatching(/^[!-~]([ -~]*[!-~])?$/)
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), value, async (body, target) => {
        const lines = [
          'host:example.amazonaws.com',
          'x-amz-date:20150830T123600Z',
          `x-amz-target:${target.replace(/ +/g, ' ')}`,
        ]
        const signature = byDefinition('POST', lines, body)
        const signed = request(
          'POST',
          { 'x-amz-target': target },
          'host;x-amz-date;x-amz-target',
          signature,
          body,
        )
        expect(await outcome(signed)).toBe('ok')
        expect(await outcome({ ...signed, body: Buffer.from(`${body}!`) })).toBe('InvalidSignatureException')
        expect(await outcome({ ...signed, method: 'PUT' })).toBe('InvalidSignatureException')
        const headers = { ...signed.headers, 'x-amz-target': [`${target}x`] }
        expect(await outcome({ ...signed, headers })).toBe('InvalidSignatureException')
        expect(await outcome(signed, { ...suite, secretAccessKey: 'guess' })).toBe(
          'InvalidSignatureException',
        )
        const wrongHash = { ...signed.headers, 'x-amz-content-sha256': ['0'.repeat(64)] }
        expect(await outcome({ ...signed, headers: wrongHash })).toBe('InvalidSignatureException')
      }),
    )
  })

  test.each([
    ['five minutes early', -300, 'ok'],
    ['five minutes late', 300, 'ok'],
    ['a second more than five minutes early', -301, 'InvalidSignatureException'],
    ['a second more than five minutes late', 301, 'InvalidSignatureException'],
  ])('of a request received %s: %s s', async (_, seconds, expected) => {
    const now = new Date(suite.now.getTime() + seconds * 1000)
    expect(await outcome(vanilla(), { ...suite, now })).toBe(expected)
  })

  test.each([
    ['no Authorization', { authorization: undefined }, 'MissingAuthenticationTokenException'],
    ['another scheme', { authorization: ['Bearer x'] }, 'IncompleteSignatureException'],
    ['no date', { 'x-amz-date': undefined }, 'IncompleteSignatureException'],
    ['two dates', { 'x-amz-date': ['20150830T123600Z', '20150830T123600Z'] }, 'IncompleteSignatureException'],
    ['a session token', { 'x-amz-security-token': ['t'] }, 'UnrecognizedClientException'],
    ['an x-amz- header added unsigned', { 'x-amz-target': ['T.Sign'] }, 'InvalidSignatureException'],
    ['another host', { host: ['elsewhere'] }, 'InvalidSignatureException'],
    ['a date of another day', { 'x-amz-date': ['20150831T123600Z'] }, 'InvalidSignatureException'],
    ['a month 13', { 'x-amz-date': ['20151330T123600Z'] }, 'InvalidSignatureException'],
  ])('refuses a request with %s', async (_, headers, expected) => {
    const signed = vanilla()
    expect(await outcome({ ...signed, headers: { ...signed.headers, ...headers } })).toBe(expected)
  })

  test.each([
    ['another access key', 'AKIDEXAMPLE/', 'AKIDUNKNOWN/', 'UnrecognizedClientException'],
    ['another region', 'us-east-1', 'eu-west-1', 'InvalidSignatureException'],
    ['the date not signed', 'host;x-amz-date', 'host', 'InvalidSignatureException'],
    ['the host not signed', 'host;x-amz-date', 'x-amz-date', 'InvalidSignatureException'],
    ['headers not sorted', 'host;x-amz-date', 'x-amz-date;host', 'InvalidSignatureException'],
    ['a header twice', 'host;x-amz-date', 'host;host;x-amz-date', 'InvalidSignatureException'],
    ['a header that is not there', 'host;x-amz-date', 'host;x-amz-date;x-other', 'InvalidSignatureException'],
    [
      'an inherited name as header',
      'host;x-amz-date',
      'constructor;host;x-amz-date',
      'InvalidSignatureException',
    ],
    ['a short signature', '5fa00fa3', '5fa00f', 'IncompleteSignatureException'],
    ['something after it', 'bf31', 'bf31, x=y', 'IncompleteSignatureException'],
  ])('refuses a signature with %s', async (_, from, to, expected) => {
    const signed = vanilla()
    const authorization = [String(signed.headers.authorization).replace(from, to)]
    expect(await outcome({ ...signed, headers: { ...signed.headers, authorization } })).toBe(expected)
  })
})

/** The signature over these canonical headers, written out step by step from the specification. */
function byDefinition(method: string, headers: string[], body: string): string {
  const hash = (text: string) => createHash('sha256').update(text).digest('hex')
  const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
  const names = headers.map((line) => line.slice(0, line.indexOf(':'))).join(';')
  const canonical = `${method}\n/\n\n${headers.join('\n')}\n\n${names}\n${hash(body)}`
  const toSign = `AWS4-HMAC-SHA256\n20150830T123600Z\n20150830/us-east-1/service/aws4_request\n${hash(canonical)}`
  const day = hmac('AWS4wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY', '20150830')
  const key = hmac(hmac(hmac(day, 'us-east-1'), 'service'), 'aws4_request')
  return hmac(key, toSign).toString('hex')
}

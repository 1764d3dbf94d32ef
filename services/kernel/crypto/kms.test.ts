import { generateKeyPairSync } from 'node:crypto'
import dns from 'node:dns'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { Reason } from '../errors/errors.ts'
import { createKms, type Kms } from './kms.ts'

let respond: (response: ServerResponse) => void
let asked = 0
let taken = 0
let endpoint: string
let kms: Kms
const server = createServer((request, response) => {
  asked += 1
  response.on('error', () => {})
  request.resume().on('end', () => respond(response))
})
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  endpoint = `http://127.0.0.1:${port}`
  kms = client(60_000)
})
afterAll(async () => {
  await kms.close()
  server.closeAllConnections()
  server.close()
})

test.each([200, 500])(
  'an endless answer of the key service with status %d is read up to a limit',
  async (status) => {
    taken = 0
    respond = (response) => {
      response.writeHead(status)
      const flood = () => {
        while (!response.destroyed && taken < TEST_BYTES && response.write(PART)) taken += PART.length
        if (taken >= TEST_BYTES) response.end()
      }
      response.on('drain', flood)
      flood()
    }
    await expect(kms.publicKey('key')).rejects.toMatchObject({
      reason: Reason.UNAVAILABLE,
      message: 'the key service does not answer for key (AnswerTooLong)',
    })
    expect(taken).toBeLessThan(TEST_BYTES)
  },
)

test('an incomplete answer of the key service times out, and is requested again', async () => {
  asked = 0
  respond = (response) => {
    response.writeHead(200)
    const drip = setInterval(() => response.write(' '), 20)
    response.on('close', () => clearInterval(drip))
  }
  const impatient = client(300)
  await expect(impatient.decrypt('key', Buffer.alloc(8), {})).rejects.toMatchObject({
    reason: Reason.UNAVAILABLE,
    message: 'the key service does not answer for key (TimeoutError)',
  })
  expect(asked).toBe(2)
  await impatient.close()
})

test('calls that failed leave to each later call all of its attempts', async () => {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key = publicKey.export({ type: 'spki', format: 'der' })
  const failing = (response: ServerResponse) => void response.writeHead(503).end()
  const patient = client(60_000, 5)
  respond = failing
  asked = 0
  const failed = await Promise.allSettled(Array.from({ length: 40 }, () => patient.publicKey('key')))
  expect(failed.every(({ status }) => status === 'rejected')).toBe(true)
  expect(asked).toBe(40 * 5)
  respond = (response) => {
    respond = (next) => void next.end(JSON.stringify({ PublicKey: key.toString('base64') }))
    failing(response)
  }
  expect(await patient.publicKey('key')).toEqual(key)
  await patient.close()
})

test('the reason that the key service was not reached is named: no connection', async () => {
  const unreached = createKms({ endpoint: 'http://127.0.0.1:1', ...HERE })
  await expect(unreached.publicKey('key')).rejects.toThrow('for key (connect ECONNREFUSED 127.0.0.1:1)')
  await unreached.close()
})

test('a name with addresses of both IP versions, as localhost has on most machines: the first reason is named', async () => {
  const both = [
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ]
  const answerBoth = ((_: string, __: object, done: (error: null, found: typeof both) => void) =>
    done(null, both)) as unknown as typeof dns.lookup
  const lookup = vi.spyOn(dns, 'lookup').mockImplementation(answerBoth)
  onTestFinished(() => lookup.mockRestore())
  const named = createKms({ endpoint: 'http://both.test:1', ...HERE })
  await expect(named.publicKey('key')).rejects.toThrow('for key (connect ECONNREFUSED 127.0.0.1:1)')
  await named.close()
})

test('a region that is not set is named', async () => {
  onTestFinished(() => void vi.unstubAllEnvs())
  vi.stubEnv('AWS_REGION', undefined)
  vi.stubEnv('AWS_CONFIG_FILE', '/dev/null')
  vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', '/dev/null')
  const nowhere = createKms({ credentials: CREDENTIALS })
  await expect(nowhere.publicKey('key')).rejects.toThrow('for key (AWS_REGION is not set)')
  await nowhere.close()
})

test.each([
  ['a public key of another type', () => kms.publicKey('key'), { PublicKey: { a: 1 } }, 'public key'],
  ['no signing key', () => kms.createSigningKey('next'), { KeyMetadata: { Arn: ['a'] } }, 'key ARN'],
  [
    'a data key of 31 bytes',
    () => kms.decrypt('key', Buffer.alloc(8), {}),
    shortKey(),
    'data key of 32 bytes',
  ],
  ['a new data key of 31 bytes', () => kms.generateDataKey('key', {}), shortKey(), 'data key of 32 bytes'],
])('the key service’s answer with %s is refused', async (_, asks, answer, without) => {
  respond = (response) => void response.end(JSON.stringify(answer))
  await expect(asks()).rejects.toMatchObject({
    reason: Reason.INTERNAL,
    message: `the key service answered without a ${without}`,
  })
})

test.each([
  ['with bytes behind it', (der: Buffer) => Buffer.concat([der, Buffer.of(0)])],
  ['with a compressed point', compressed],
  ['with a hybrid point', (der: Buffer) => der.fill(6 + (der.at(-1)! & 1), 26, 27)],
])('a public key %s is refused: no package with it would verify', async (_, change) => {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const der = change(publicKey.export({ format: 'der', type: 'spki' }))
  respond = (response) => void response.end(JSON.stringify({ PublicKey: der.toString('base64') }))
  await expect(kms.publicKey('key')).rejects.toMatchObject({
    reason: Reason.INTERNAL,
    message: 'key is not a P-256 signing key with an uncompressed point',
  })
})

function compressed(der: Buffer): Buffer {
  const head = Buffer.from('3039301306072a8648ce3d020106082a8648ce3d030107032200', 'hex')
  return Buffer.concat([head, Buffer.of(2 + (der.at(-1)! & 1)), der.subarray(27, 59)])
}

function client(timeoutMs: number, attempts = 2): Kms {
  return createKms({ endpoint, region: 'local', credentials: CREDENTIALS, attempts, timeoutMs })
}

function shortKey() {
  return { Plaintext: Buffer.alloc(31).toString('base64'), CiphertextBlob: 'AAAA' }
}

const CREDENTIALS = { accessKeyId: 'id', secretAccessKey: 'secret' }
const HERE = { region: 'local', attempts: 1, credentials: CREDENTIALS }
const PART = Buffer.alloc(65_536, ' ')
/** More than the connection buffers. */
const TEST_BYTES = 64 * 1024 * 1024

import type { X509Certificate } from 'node:crypto'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ed25519Bytes, SignatureType, verifierKey } from '../../kernel/tlog/verifier-key.ts'
import type { StoredCheckpoint } from '../store/log/checkpoints.ts'
import { authoritySource } from './time-stamps/source.ts'
import { witnessSource } from './witnesses/source.ts'

let status = 0
let url: URL
const server = createServer((request, response) => {
  request.resume().on('end', () => response.writeHead(status).end('<html>'))
})
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
afterAll(() => server.close())

const checkpoint = { organizationId: 'a', size: 1, kid: 'k', note: 'a note\n' } as StoredCheckpoint
const key = verifierKey(
  'w',
  SignatureType.COSIGNATURE,
  ed25519Bytes(generateKeyPairSync('ed25519').publicKey),
)
const anchor = { raw: Buffer.from('a certificate') } as X509Certificate
const sources = () => [
  witnessSource(
    { url: url.href.replace(/\/$/, ''), key },
    () => true,
    () => () => Buffer.alloc(32),
  ),
  authoritySource({ url: url.href, anchor }, () => true),
]

test.each([429, 502, 503, 504])(
  'a witness and an authority that answer %d do not answer: they refuse no checkpoint',
  async (given) => {
    status = given
    for (const { ask } of sources())
      await expect(ask(checkpoint, 0)).rejects.toMatchObject({
        name: 'OutboundProblem',
        message: `answered with status ${given}`,
      })
  },
)

test.each([302, 404, 422, 500])(
  'a witness and an authority that answer %d refuse a checkpoint',
  async (given) => {
    status = given
    for (const { ask } of sources()) expect(await ask(checkpoint, 0)).toEqual({ refused: `status ${given}` })
  },
)

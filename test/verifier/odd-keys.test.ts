import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { sha256Hex } from '../../services/kernel/crypto/digest.ts'
import { eventfulLog } from './support/honest.ts'
import { pemOf } from './support/key-set.ts'
import { buildPackage } from './support/package.ts'
import { asFile, outcome } from './support/run.ts'
import { makeKey } from './support/signer.ts'
import { edit, type Files, tamper } from './support/tamper.ts'

/** A key has one form: P-256, named curve, uncompressed point on it, coordinates below the prime. Command and page find the same. */
const key = makeKey()
const good = await buildPackage(eventfulLog(), key)
const [x, y] = [key.spki.subarray(27, 59), key.spki.subarray(59)]
const withPoint = (x: Buffer, y: Buffer): Buffer => Buffer.concat([key.spki.subarray(0, 27), x, y])
const ofKind = (kind: string, options: object): Buffer =>
  generateKeyPairSync(kind as 'ec', options as { namedCurve: string }).publicKey.export({
    format: 'der',
    type: 'spki',
  })
/** The parity of y, which the compressed and the hybrid form have beside x. */
const parity = y.at(-1)! & 1

const points: [form: string, spki: Buffer][] = [
  ['a point beside the curve', withPoint(x, x)],
  ['the point at infinity', withPoint(Buffer.alloc(32), Buffer.alloc(32))],
  ['a coordinate beyond the prime', withPoint(Buffer.alloc(32, 255), y)],
]
const forms: [form: string, spki: Buffer][] = [
  ...points,
  ['P-384', ofKind('ec', { namedCurve: 'P-384' })],
  ['secp256k1', ofKind('ec', { namedCurve: 'secp256k1' })],
  ['RSA', ofKind('rsa', { modulusLength: 2048 })],
  ['Ed25519', ofKind('ed25519', {})],
  ['explicit parameters', ofKind('ec', { namedCurve: 'P-256', paramEncoding: 'explicit' })],
  [
    'a compressed point',
    Buffer.concat([
      Buffer.from('3039301306072a8648ce3d020106082a8648ce3d030107032200', 'hex'),
      Buffer.from([2 + parity]),
      x,
    ]),
  ],
  ['a hybrid point', Buffer.concat([key.spki.subarray(0, 26), Buffer.from([6 + parity]), x, y])],
]

test.each(forms)('verify.mjs refuses %s as --key and as a key file of a package', async (_, spki) => {
  for (const bytes of [spki, Buffer.from(pemOf(spki))])
    expect(await outcome(good, { key: [asFile(bytes, 'odd')] })).toBe('unreadable')
  const changed = (files: Files) => files.set(`keys/${key.kid}.pem`, Buffer.from(pemOf(spki)))
  expect(await outcome(await tamper(good, changed, key))).toBe('key_file')
})

test.each(points)('verify.mjs refuses %s in a key set', async (_, spki) => {
  const kid = sha256Hex(spki)
  const changed = (files: Files) => {
    files.delete(`keys/${key.kid}.pem`)
    files.set(`keys/${kid}.pem`, Buffer.from(pemOf(spki)))
    const [x, y] = [27, 59].map((at) => spki.subarray(at, at + 32).toString('base64url'))
    edit(files, 'keys/keyset.json', ({ keys: [jwk] }) => Object.assign(jwk, { kid, x, y }))
  }
  expect(await outcome(await tamper(good, changed, key))).toBe('key_set')
})

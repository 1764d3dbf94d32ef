import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sha256 } from '../../../kernel/crypto/digest.ts'
import { decodeSignature, encodeSignature, P256_ORDER, toLowS } from '../../../kernel/crypto/ecdsa.ts'
import { logOrigin } from '../../../kernel/tlog/log-origin.ts'
import {
  CheckpointError,
  checkpointBody,
  checkpointKeys,
  signedCheckpoint,
  verifyCheckpoint,
} from './checkpoint.ts'

const origin = logOrigin('01890a5d-ac96-774b-bcce-b302099a8057')
const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const spki = keys.publicKey.export({ format: 'der', type: 'spki' })
const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({
  format: 'der',
  type: 'spki',
})

function signBody(body: string): Buffer {
  return toLowS(sign('sha256', Buffer.from(body), keys.privateKey))!
}

const checkpoint = { origin, size: 42, root: sha256('root') }
const signature = signBody(checkpointBody(checkpoint))
const note = signedCheckpoint(checkpoint, spki, signature)

function refusal(text: string, trusted = [spki]): string {
  try {
    verifyCheckpoint(text, checkpointKeys(trusted))
    return 'accepted'
  } catch (error) {
    if (!(error instanceof CheckpointError)) throw error
    return error.code
  }
}

describe('a signed checkpoint', () => {
  test('has the text of the specification', () => {
    const key = Buffer.from(note.split(' ').at(-1)!, 'base64')
    expect(note).toBe(
      `attestry/01890a5d-ac96-774b-bcce-b302099a8057\n42\n${sha256('root').toString('base64')}\n\n` +
        `— attestry/01890a5d-ac96-774b-bcce-b302099a8057 ${key.toString('base64')}\n`,
    )
    const kid = createHash('sha256').update(spki).digest('hex')
    expect(key.subarray(0, 4).toString('hex')).toBe(kid.slice(0, 8))
    expect(key.subarray(4)).toEqual(signature)
  })

  test('reads back as it was signed, with the one of several keys that signed it', () => {
    const read = verifyCheckpoint(note, checkpointKeys([other, spki]))
    expect(read).toMatchObject({ origin, size: 42, root: sha256('root') })
    expect(Buffer.from(read.publicKey)).toEqual(spki)
    expect(read.keyHash).toEqual(sha256(spki).subarray(0, 4))
  })

  test('holds for every size and root', () => {
    const root = fc.uint8Array({ minLength: 32, maxLength: 32 })
    fc.assert(
      fc.property(fc.maxSafeNat(), root, (size, bytes) => {
        const body = checkpointBody({ origin, size, root: bytes })
        const read = verifyCheckpoint(
          signedCheckpoint({ origin, size, root: bytes }, spki, signBody(body)),
          checkpointKeys([spki]),
        )
        expect({ ...read, root: Buffer.from(read.root) }).toMatchObject({ size, root: Buffer.from(bytes) })
      }),
      { numRuns: 30 },
    )
  })

  test('is refused with any single bit flipped', () => {
    const bytes = Buffer.from(note)
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const flipped = Buffer.from(bytes)
      flipped[bit >> 3]! ^= 1 << (bit & 7)
      expect(refusal(flipped.toString())).not.toBe('accepted')
    }
  })

  test('by an untrusted key is refused as unknown_key', () => {
    expect(refusal(note, [other])).toBe('unknown_key')
    expect(refusal(note, [])).toBe('unknown_key')
  })

  test('with the high-S form of its signature is refused', () => {
    const { r, s } = decodeSignature(signature)!
    const high = encodeSignature({ r, s: P256_ORDER - s })
    expect(refusal(signedCheckpoint(checkpoint, spki, high))).toBe('bad_signature')
  })

  const lines = note.split('\n')
  const edit = (at: number, text: string) => lines.with(at, text).join('\n')
  test.each([
    ['an empty text', ''],
    ['no final newline', note.slice(0, -1)],
    ['something after it', `${note}\n`],
    ['a second signature', `${note}${lines[4]}\n`],
    ['carriage returns', note.replaceAll('\n', '\r\n')],
    ['a byte order mark', `\uFEFF${note}`],
    ['an extension line', edit(2, `${lines[2]}\nextension`)],
    ['a leading zero in the size', edit(1, '042')],
    ['a signed size', edit(1, '+42')],
    ['a size beyond 2^53', edit(1, '9007199254740992')],
    ['a root of 31 bytes', edit(2, Buffer.alloc(31).toString('base64'))],
    ['a root in base64url', edit(2, Buffer.alloc(32, 0xff).toString('base64url'))],
    ['a root in base64 with bits left over', edit(2, lines[2]!.replace(/.=$/, 'B='))],
    ['a root without padding', edit(2, lines[2]!.slice(0, -1))],
    ['another product’s origin', note.replaceAll('attestry/', 'example/')],
    ['an origin that is not an id', note.replaceAll(origin, 'attestry/acme')],
    ['an origin in capitals', note.replaceAll(origin, logOrigin(origin.slice(9).toUpperCase()))],
    ['a key name that is not the origin', edit(4, lines[4]!.replace('8057', '8058'))],
    ['a hyphen for the dash', edit(4, lines[4]!.replace('—', '-'))],
    [
      'a signature of the key hash alone',
      edit(4, `— ${origin} ${sha256(spki).subarray(0, 4).toString('base64')}`),
    ],
  ])('with %s is refused as malformed', (_, text) => {
    expect(refusal(text)).toBe('malformed')
  })

  test('is not made of anything that could not be read back', () => {
    expect(() => checkpointBody({ ...checkpoint, origin: 'attestry/x\ny' })).toThrow(RangeError)
    expect(() => checkpointBody({ ...checkpoint, size: -1 })).toThrow(RangeError)
    expect(() => checkpointBody({ ...checkpoint, size: 2 ** 53 })).toThrow(RangeError)
    expect(() => checkpointBody({ ...checkpoint, root: Buffer.alloc(31) })).toThrow(RangeError)
  })
})

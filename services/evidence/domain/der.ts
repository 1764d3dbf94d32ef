/** The order n of P-256 (SEC 2, section 2.4.2). */
const ORDER = BigInt('0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551')

/**
 * Reads an ECDSA P-256 signature: X.690 DER, SEQUENCE { INTEGER r, INTEGER s }, minimal lengths and integers, nothing
 * after it, 1 ≤ r, s < n.
 *
 * @throws TypeError for any other bytes.
 */
export function parseSignature(der: Uint8Array): { r: bigint; s: bigint } {
  const bytes = Buffer.from(der)
  if (bytes.length < 8 || bytes[0] !== 0x30 || bytes[1] !== bytes.length - 2)
    throw refused('not one short SEQUENCE')
  const [r, afterR] = readInteger(bytes, 2)
  const [s, end] = readInteger(bytes, afterR)
  if (end !== bytes.length) throw refused('bytes after the second INTEGER')
  return { r, s }
}

/** The DER encoding of a signature. */
export function encodeSignature({ r, s }: { r: bigint; s: bigint }): Buffer {
  const body = Buffer.concat([encodeInteger(r), encodeInteger(s)])
  return Buffer.concat([Buffer.of(0x30, body.length), body])
}

/**
 * The same signature with s ≤ n/2. (r, s) and (r, n − s) both verify; a package allows one of them.
 *
 * @throws TypeError when the bytes are no strict DER signature.
 */
export function lowS(der: Uint8Array): Buffer {
  const { r, s } = parseSignature(der)
  return encodeSignature({ r, s: s > ORDER / 2n ? ORDER - s : s })
}

function readInteger(bytes: Buffer, at: number): [value: bigint, next: number] {
  const length = bytes[at + 1]
  const next = at + 2 + (length ?? 0)
  if (bytes[at] !== 0x02 || length === undefined || length === 0 || length > 33 || next > bytes.length) {
    throw refused('not an INTEGER')
  }
  const content = bytes.subarray(at + 2, next)
  if (content[0]! & 0x80) throw refused('a negative INTEGER')
  if (content[0] === 0 && length > 1 && !(content[1]! & 0x80))
    throw refused('an INTEGER with a needless zero')
  const value = BigInt(`0x${content.toString('hex')}`)
  if (value === 0n || value >= ORDER) throw refused('an INTEGER out of range')
  return [value, next]
}

function encodeInteger(value: bigint): Buffer {
  const digits = value.toString(16)
  const content = Buffer.from(digits.length % 2 ? `0${digits}` : digits, 'hex')
  const padded = content[0]! & 0x80 ? Buffer.concat([Buffer.of(0), content]) : content
  return Buffer.concat([Buffer.of(0x02, padded.length), padded])
}

function refused(why: string): TypeError {
  return new TypeError(`not a DER ECDSA P-256 signature: ${why}`)
}

/** DER values of ITU-T X.690, as far as a certificate needs them; each function gives the whole TLV. */

export function sequence(...parts: Uint8Array[]): Buffer {
  return tlv(0x30, Buffer.concat(parts))
}

export function set(...parts: Uint8Array[]): Buffer {
  return tlv(0x31, Buffer.concat(parts))
}

/** A non-negative INTEGER from its big-endian bytes, in the shortest form. */
export function integer(bytes: Uint8Array): Buffer {
  const first = bytes.findIndex((byte) => byte !== 0)
  const shortest = first === -1 ? Buffer.of(0) : bytes.subarray(first)
  return tlv(0x02, shortest[0]! >= 0x80 ? Buffer.concat([Buffer.of(0), shortest]) : shortest)
}

export function boolean(value: boolean): Buffer {
  return tlv(0x01, Buffer.of(value ? 0xff : 0))
}

export function octets(bytes: Uint8Array): Buffer {
  return tlv(0x04, bytes)
}

/** A BIT STRING; `unused` bits at the end of the last byte do not count. */
export function bits(bytes: Uint8Array, unused = 0): Buffer {
  return tlv(0x03, Buffer.concat([Buffer.of(unused), bytes]))
}

export function utf8(text: string): Buffer {
  return tlv(0x0c, Buffer.from(text))
}

/** An OBJECT IDENTIFIER from its dotted form. */
export function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  return tlv(0x06, Buffer.from([40 * first + second, ...rest].flatMap(base128)))
}

/** A Time as RFC 5280 section 4.1.2.5 wants it: UTCTime through 2049, then GeneralizedTime; whole seconds. */
export function time(at: Date): Buffer {
  const digits = at
    .toISOString()
    .replace(/[-:T]/g, '')
    .replace(/\.\d{3}Z$/, 'Z')
  return at.getUTCFullYear() < 2050 ? tlv(0x17, Buffer.from(digits.slice(2))) : tlv(0x18, Buffer.from(digits))
}

/** A context-specific value: constructed (a sequence inside) or primitive (bytes inside). */
export function tagged(number: number, inner: Uint8Array, constructed: boolean): Buffer {
  return tlv((constructed ? 0xa0 : 0x80) | number, inner)
}

function tlv(tag: number, value: Uint8Array): Buffer {
  return Buffer.concat([Buffer.of(tag), length(value.length), value])
}

function length(size: number): Buffer {
  if (size < 0x80) return Buffer.of(size)
  const bytes: number[] = []
  for (let rest = size; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256)
  return Buffer.from([0x80 | bytes.length, ...bytes])
}

function base128(arc: number): number[] {
  const digits = [arc % 128]
  for (let rest = Math.floor(arc / 128); rest > 0; rest = Math.floor(rest / 128)) {
    digits.unshift(0x80 | (rest % 128))
  }
  return digits
}

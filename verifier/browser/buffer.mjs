// The part of Node.js's Buffer that the verifier uses, over Uint8Array. The build puts it in the place of the global one.

const UTF8 = new TextEncoder()
// Like Node.js: bytes that are not UTF-8 become U+FFFD, and a byte order mark stays.
const TEXT = new TextDecoder('utf-8', { ignoreBOM: true })
/** Characters that one call of String.fromCharCode takes. */
const PIECE = 8192

/** Bytes with the methods of Node.js's Buffer that the verifier calls. */
export class Buffer extends Uint8Array {
  /**
   * @param {number} size
   * @param {number} [fill]
   * @returns {Buffer}
   */
  static alloc(size, fill = 0) {
    const made = new Buffer(size)
    return fill === 0 ? made : made.fill(fill)
  }

  /**
   * @override
   * @param {any} value
   * @param {any} [encoding]
   * @returns {Buffer}
   */
  static from(value, encoding = 'utf8') {
    if (typeof value === 'string') return view(decode(value, encoding))
    const made = new Buffer(value.length)
    made.set(value)
    return made
  }

  /**
   * @param {Uint8Array[]} parts
   * @returns {Buffer}
   */
  static concat(parts) {
    const made = new Buffer(parts.reduce((sum, { length }) => sum + length, 0))
    let at = 0
    for (const part of parts) {
      made.set(part, at)
      at += part.length
    }
    return made
  }

  /**
   * @override
   * @param {string} [encoding]
   * @param {number} [start]
   * @param {number} [end]
   */
  toString(encoding = 'utf8', start = 0, end = this.length) {
    const bytes = this.subarray(start, end)
    if (encoding === 'utf8') return TEXT.decode(bytes)
    if (encoding === 'hex') return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
    const text = binary(bytes)
    if (encoding === 'latin1') return text
    const base64 = btoa(text)
    if (encoding === 'base64') return base64
    if (encoding === 'base64url') return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
    throw new TypeError(encoding)
  }

  /** @param {Uint8Array} other */
  equals(other) {
    if (this.length !== other.length) return false
    for (let i = 0; i < this.length; i++) if (this[i] !== other[i]) return false
    return true
  }

  /**
   * @override
   * @param {any} part bytes that follow one another, or one byte
   */
  includes(part) {
    return typeof part === 'number' ? super.includes(part) : binary(this).includes(binary(part))
  }

  /**
   * @param {Uint8Array} target
   * @param {number} [at]
   */
  copy(target, at = 0) {
    target.set(this, at)
    return this.length
  }

  /**
   * @param {string} text
   * @param {number} at
   * @param {'latin1'} _encoding
   */
  write(text, at, _encoding) {
    for (let i = 0; i < text.length; i++) this[at + i] = text.charCodeAt(i)
    return text.length
  }

  /**
   * @param {number} at
   * @param {number} bytes up to 6
   */
  readUIntBE(at, bytes) {
    return this.subarray(at, at + bytes).reduce((value, byte) => value * 256 + byte, 0)
  }

  /** @param {number} at */
  readUInt16LE(at) {
    return dataView(this).getUint16(at, true)
  }

  /** @param {number} at */
  readUInt32LE(at) {
    return dataView(this).getUint32(at, true)
  }

  /**
   * @param {number} value
   * @param {number} at
   */
  writeUInt16LE(value, at) {
    dataView(this).setUint16(at, value, true)
    return at + 2
  }

  /**
   * @param {number} value
   * @param {number} at
   */
  writeUInt32LE(value, at) {
    dataView(this).setUint32(at, value, true)
    return at + 4
  }
}

/**
 * The same bytes as a Buffer, without a copy.
 *
 * @param {Uint8Array} bytes
 */
export function view(bytes) {
  return new Buffer(/** @type {ArrayBuffer} */ (bytes.buffer), bytes.byteOffset, bytes.byteLength)
}

/** @param {Uint8Array} bytes */
function dataView(bytes) {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** @param {Uint8Array} bytes */
function binary(bytes) {
  let text = ''
  for (let at = 0; at < bytes.length; at += PIECE)
    text += String.fromCharCode(...bytes.subarray(at, at + PIECE))
  return text
}

/**
 * The bytes of a text. What is not of its encoding gives no bytes: the verifier writes them again and compares.
 *
 * @param {string} text
 * @param {string} encoding
 * @returns {Uint8Array}
 */
function decode(text, encoding) {
  if (encoding === 'utf8') return UTF8.encode(text)
  if (encoding === 'latin1') return Uint8Array.from(text, (char) => char.charCodeAt(0))
  if (encoding === 'hex')
    return Uint8Array.from(text.match(/[0-9a-f]{2}/gi) ?? [], (digits) => Number.parseInt(digits, 16))
  const plain = encoding === 'base64url' ? text.replaceAll('-', '+').replaceAll('_', '/') : text
  try {
    return Uint8Array.from(atob(plain), (char) => char.charCodeAt(0))
  } catch {
    return new Uint8Array(0)
  }
}

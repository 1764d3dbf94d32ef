import { hash } from 'node:crypto'

/** SHA-256 (FIPS 180-4) of the bytes, or of the UTF-8 bytes of a string: 32 bytes. */
export function sha256(data: string | Uint8Array): Buffer {
  return Buffer.from(sha256Binary(data), 'latin1')
}

/** SHA-256 of a salt, a zero byte and a value, as 64 lower-case hex digits. */
export function saltedSha256(salt: string, data: string | Uint8Array): string {
  return sha256Hex(Buffer.concat([Buffer.from(`${salt}\0`), Buffer.from(data as string)]))
}

/** SHA-256 as 64 lower-case hex digits. */
export function sha256Hex(data: string | Uint8Array): string {
  return hash('sha256', data, 'hex')
}

/** SHA-256 as 32 characters of one byte each: several times cheaper than a Buffer for each. */
export function sha256Binary(data: string | Uint8Array): string {
  return hash('sha256', data, 'binary')
}

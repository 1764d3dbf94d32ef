import { randomBytes } from 'node:crypto'
import { sha256 } from './digest.ts'

/** A credential of 256 random bits behind a prefix that names its kind: `atk_` key, `ats_` session, `atc_` client. */
export function mintSecret(prefix: string): { secret: string; hash: Buffer } {
  const secret = `${prefix}_${randomBytes(32).toString('base64url')}`
  return { secret, hash: sha256(secret) }
}

/** A password that a person can type: 120 random bits in four groups. */
export function mintPassword(): string {
  const text = [...randomBytes(24)].map((byte) => ALPHABET[byte & 31]).join('')
  return text.match(/.{6}/g)!.join('-')
}

/** Crockford's base 32: no letters that look like digits. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { Checks } from '../../kernel/values/checks.ts'

/** @throws DomainError VALIDATION for a password that is too short or cannot be stored. */
export function checkPassword(field: string, password: string): void {
  new Checks().text(field, password, 1000, 10).done()
}

/** The argon2id hash (RFC 9106) of a password in the PHC string format, with a salt of its own. */
export function hashPassword(password: string): Promise<string> {
  return derive(password, randomBytes(16)).then(({ salt, tag }) => `${PREFIX}$${base64(salt)}$${base64(tag)}`)
}

/**
 * Whether the password is the one that was hashed. Without a hash (an unknown account) the same work is done and
 * the answer is no.
 */
export async function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  const [salt, tag] = hash?.startsWith(`${PREFIX}$`) ? hash.slice(PREFIX.length + 1).split('$') : []
  const given = await derive(password, Buffer.from(salt ?? base64(NO_SALT), 'base64'))
  return tag !== undefined && timingSafeEqual(given.tag, Buffer.from(tag, 'base64'))
}

/** OWASP's second recommendation for argon2id: 19 MiB, two passes, one lane. */
const PARAMETERS = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }
const PREFIX = `$argon2id$v=19$m=${PARAMETERS.memory},t=${PARAMETERS.passes},p=${PARAMETERS.parallelism}`
const NO_SALT = Buffer.alloc(16)

/** At most two hashes are under way at once, so that logins cannot take the machine. */
async function derive(password: string, salt: Buffer): Promise<{ salt: Buffer; tag: Buffer }> {
  while (running >= 2) await new Promise<void>((resolve) => waiting.push(resolve))
  running += 1
  try {
    const message = password.normalize('NFC')
    return { salt, tag: (await argon2id('argon2id', { message, nonce: salt, ...PARAMETERS })) as Buffer }
  } finally {
    running -= 1
    waiting.shift()?.()
  }
}

const argon2id = promisify(argon2)
const waiting: (() => void)[] = []
let running = 0

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}

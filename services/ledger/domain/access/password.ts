import { argon2, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { semaphore } from '../../../kernel/concurrency/semaphore.ts'
import { DomainError, Reason } from '../../../kernel/errors/errors.ts'

/**
 * The argon2id hash (RFC 9106) of a password in the PHC string format.
 *
 * @param owner the organization whose share of the work the hash uses
 * @param like a hash of an account of the same address, whose salt is taken; without one the salt is new. Accounts of one
 *   address MUST share their salt: a sign-in then takes the time of one hash, however many organizations have the address.
 * @throws DomainError RATE_LIMITED when too much of that work waits
 */
export async function hashPassword(password: string, owner: string, like = ''): Promise<string> {
  const salt = partsOf(like)?.salt ?? randomBytes(16)
  const tag = await work(owner, () => derive(password, salt))
  return `${PREFIX}$${base64(salt)}$${base64(tag)}`
}

/**
 * Whether the password is the one that was hashed.
 *
 * @param account the account whose share of the work the hash uses
 * @throws DomainError RATE_LIMITED when too much of that work waits
 */
export async function verifyPassword(password: string, hash: string, account: string): Promise<boolean> {
  return (await verifyPasswords(password, [hash], account))[0]!
}

/**
 * Like verifyPassword, for all accounts of one address, with one hash for each salt. @returns for each account, whether it
 * matches
 */
export async function verifyPasswords(
  password: string,
  hashes: string[],
  account: string,
): Promise<boolean[]> {
  const parts = hashes.map(partsOf)
  const salts = new Map(parts.map((one) => [one?.salt.toString('hex') ?? '', one?.salt ?? NO_SALT]))
  const given = new Map<string, Buffer>()
  await work(account, async () => {
    for (const [name, salt] of salts) given.set(name, await derive(password, salt))
  })
  return parts.map(
    (one) => one !== undefined && timingSafeEqual(given.get(one.salt.toString('hex'))!, one.tag),
  )
}

/**
 * Takes as long as a verification, for an account that does not exist, so that the time of the answer does not show which accounts
 * exist. The hash is computed only if no other login waits; otherwise a timer replaces it.
 *
 * @throws DomainError RATE_LIMITED when too many of them wait
 */
export async function verifyDummy(password: string): Promise<void> {
  const release = hashing.tryAcquire(NOBODY)
  if (release === undefined) return await waitAsLong()
  try {
    await derive(password, NO_SALT)
  } finally {
    release()
  }
}

async function waitAsLong(): Promise<void> {
  if (dummies >= MAX_DUMMIES)
    throw new DomainError(Reason.RATE_LIMITED, 'too many logins are under way: try again later', {
      details: { retry_after: 5 },
    })
  dummies += 1
  try {
    await sleep(durations[randomInt(durations.length)])
  } finally {
    dummies -= 1
  }
}

/** OWASP's second recommendation for argon2id: 19 MiB, two passes, one lane. */
const PARAMETERS = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }
const PREFIX = `$argon2id$v=19$m=${PARAMETERS.memory},t=${PARAMETERS.passes},p=${PARAMETERS.parallelism}`
const NO_SALT = Buffer.alloc(16)

/**
 * At most two hashes run at once, so that logins cannot exhaust the machine. At most one of them is for the same account, for the
 * same organization, or for accounts that do not exist.
 */
const hashing = semaphore({
  what: 'logins',
  places: 2,
  placesPerOwner: 1,
  waiting: 512,
  waitingPerOwner: 64,
  retryAfter: 5,
})

async function work<T>(owner: string, task: () => Promise<T>): Promise<T> {
  const since = performance.now()
  const release = await hashing.acquire(owner)
  try {
    return await task()
  } finally {
    release()
    durations.push(performance.now() - since)
    if (durations.length > MAX_DURATIONS) durations.shift()
  }
}

/** Returns undefined for a text that is not such a hash, for example the empty password of a person who was invited. */
function partsOf(hash: string): { salt: Buffer; tag: Buffer } | undefined {
  const [salt, tag] = hash.startsWith(`${PREFIX}$`) ? hash.slice(PREFIX.length + 1).split('$') : []
  if (salt === undefined || tag === undefined) return undefined
  return { salt: Buffer.from(salt, 'base64'), tag: Buffer.from(tag, 'base64') }
}

async function derive(password: string, nonce: Buffer): Promise<Buffer> {
  const message = password.normalize('NFC')
  return await argon2id('argon2id', { message, nonce, ...PARAMETERS })
}

const argon2id = promisify(argon2)
const NOBODY = 'nobody'
/** The durations of the last verifications, with their waiting time, in milliseconds. */
const durations = [30]
const MAX_DURATIONS = 32
let dummies = 0
const MAX_DUMMIES = 1000

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}

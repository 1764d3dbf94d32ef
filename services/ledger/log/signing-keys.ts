import type { Call } from '../../kernel/audit/call.ts'
import { systemCall } from '../../kernel/audit/system-call.ts'
import type { Clock } from '../../kernel/clock.ts'
import { kidOf } from '../../kernel/crypto/ecdsa.ts'
import type { Kms } from '../../kernel/crypto/kms.ts'
import { DomainError, invalid, notFound, Reason } from '../../kernel/errors/errors.ts'
import { INSTALLATION_ID, mintId } from '../../kernel/values/ids.ts'
import { DAY_MS } from '../../kernel/values/time.ts'
import { registrationStatement, rotationStatement, type SigningKeyState } from '../domain/log/signing-key.ts'
import type { SigningKeyStore } from '../store/signing-keys.ts'

/** The signing keys of the installation. The private keys MUST NOT leave the key service. */
export type SigningKeys = {
  /**
   * The active key. The first key is the one of ATTESTRY_KMS_SIGNING_KEY_ARN, registered at its first use.
   * @throws DomainError UNAVAILABLE when there is none yet and the key service does not give it
   */
  current(): Promise<SigningKeyState>
  list(): Promise<SigningKeyState[]>
  /**
   * ECDSA P-256 / SHA-256 over a message: DER, low-S, verified under the key's registered public half.
   * @throws DomainError UNAVAILABLE or INTERNAL when the key service does not sign so
   */
  sign(key: SigningKeyState, message: string | Uint8Array): Promise<Buffer>
  /**
   * Rotates to the next key, with a statement that both keys sign. Every package holds the rotations (evidence-package.md section
   * 5), so that their number is bounded: ten in 24 hours.
   *
   * @param keyArn empty: a new key is made
   * @throws DomainError CONFLICT while another rotation is in progress; RATE_LIMITED beyond the bound
   */
  rotate(call: Call, keyArn: string): Promise<SigningKeyState>
  /** @throws DomainError NOT_FOUND, or CONFLICT for the key that signs now */
  revoke(call: Call, kid: string, reason: string): Promise<SigningKeyState>
}

export function signingKeys(deps: SigningKeysDeps): SigningKeys {
  return new InstallationKeys(deps)
}

type SigningKeysDeps = {
  keys: SigningKeyStore
  kms: Kms
  clock: Clock
  /** The first key; empty where none is configured. */
  keyArn: string
}

class InstallationKeys implements SigningKeys {
  readonly #deps: SigningKeysDeps
  #isRotating = false

  constructor(deps: SigningKeysDeps) {
    this.#deps = deps
  }

  async current(): Promise<SigningKeyState> {
    return (await this.#deps.keys.active()) ?? (await this.#register())
  }

  list(): Promise<SigningKeyState[]> {
    return this.#deps.keys.list()
  }

  async sign(key: SigningKeyState, message: string | Uint8Array): Promise<Buffer> {
    // Only the registered key counts, whatever public key the key service names now.
    if (kidOf(key.publicKey) !== key.kid)
      throw new DomainError(Reason.INTERNAL, `the registered public key of ${key.keyArn} is not ${key.kid}`)
    try {
      return await this.#deps.kms.signMessage(key.keyArn, key.publicKey, message)
    } catch (error) {
      throw (await this.#otherKey(key, error)) ?? error
    }
  }

  /** An error of its own where the ARN names another key by now, such as an alias that was moved. */
  async #otherKey(key: SigningKeyState, cause: unknown): Promise<DomainError | undefined> {
    if (!(cause instanceof DomainError) || cause.details?.key_service !== 'wrong_answer') return undefined
    const named = await this.#deps.kms.publicKey(key.keyArn).then(kidOf, () => key.kid)
    if (named === key.kid) return undefined
    const message = `${key.keyArn} names the key ${named}, and ${key.kid} is registered: let it name that key again, and rotate to another one`
    return new DomainError(Reason.INTERNAL, message, { details: cause.details, cause })
  }

  async rotate(call: Call, keyArn: string): Promise<SigningKeyState> {
    if (this.#isRotating) throw new DomainError(Reason.CONFLICT, 'a rotation is under way')
    this.#isRotating = true
    try {
      await this.#refuseTooMany(call.at)
      const from = await this.current()
      const to = await this.#nextKey(from, call.at, keyArn)
      if (await this.#deps.keys.rotate(call, from, to)) return to
      throw new DomainError(Reason.CONFLICT, 'another rotation came first, or the key was used before')
    } finally {
      this.#isRotating = false
    }
  }

  async revoke(call: Call, kid: string, reason: string): Promise<SigningKeyState> {
    const revoked = await this.#deps.keys.revoke(call, kid, reason)
    if (revoked === 'unknown') throw notFound('signing key')
    if (revoked === 'active')
      throw new DomainError(Reason.CONFLICT, 'this key signs now: rotate first, then revoke it')
    return revoked
  }

  /**
   * Registers the configured key, unless another process has registered one meanwhile. The key service MUST have signed with it
   * first: a rotation needs the old key's signature, so that a wrong public key could never be replaced.
   *
   * @returns the active key
   */
  async #register(): Promise<SigningKeyState> {
    const { keys, clock, keyArn } = this.#deps
    if (keyArn === '')
      throw new DomainError(Reason.UNAVAILABLE, 'no signing key: ATTESTRY_KMS_SIGNING_KEY_ARN is not set')
    const at = clock.now()
    const key = await this.#firstKey(at).catch((error: unknown) => {
      throw byItsVariable(error)
    })
    await keys.register(systemCall('registerSigningKey', INSTALLATION_ID, at), key)
    return (await keys.active())!
  }

  /** The configured key, once the key service has signed with it. */
  async #firstKey(at: Date): Promise<SigningKeyState> {
    const { kms, keyArn } = this.#deps
    const publicKey = await kms.publicKey(keyArn)
    const key = firstKey(at, keyArn, publicKey)
    await this.sign(key, registrationStatement(publicKey, at))
    return key
  }

  async #refuseTooMany(at: Date): Promise<void> {
    const since = new Date(at.getTime() - DAY_MS)
    if ((await this.#deps.keys.rotatedSince(since)) < MAX_ROTATIONS_A_DAY) return
    const message = `the key was rotated ${MAX_ROTATIONS_A_DAY} times within 24 hours`
    throw new DomainError(Reason.RATE_LIMITED, message, { details: { retry_after: 3600 } })
  }

  /** The key after `from`, with the statement of the rotation, which both keys sign. */
  async #nextKey(from: SigningKeyState, at: Date, named: string): Promise<SigningKeyState> {
    const { kms } = this.#deps
    const number = from.number + 1
    const keyArn = named === '' ? await kms.createSigningKey(`Attestry signing key ${number + 1}`) : named
    const publicKey = await (named === '' ? kms.publicKey(keyArn) : publicKeyNamed(kms, keyArn))
    const statement = rotationStatement(number, from.publicKey, publicKey, at)
    const next = { ...firstKey(at, keyArn, publicKey), number, statement }
    return {
      ...next,
      oldSignature: await this.sign(from, statement),
      newSignature: await this.sign(next, statement),
    }
  }
}

/** Names the setting where the key service has answered and the fault does not pass: the operator has named a wrong key. */
function byItsVariable(error: unknown): unknown {
  if (!(error instanceof DomainError) || error.reason !== Reason.INTERNAL) return error
  const { reason, message, details, cause } = error
  return new DomainError(reason, `ATTESTRY_KMS_SIGNING_KEY_ARN: ${message}`, {
    ...(details === undefined ? {} : { details }),
    cause,
  })
}

function firstKey(at: Date, keyArn: string, publicKey: Buffer): SigningKeyState {
  return {
    id: mintId(at),
    kid: kidOf(publicKey),
    keyArn,
    publicKey,
    number: 0,
    statement: null,
    oldSignature: null,
    newSignature: null,
    status: 'active',
    validFrom: at,
    validUntil: null,
    revocationReason: null,
    version: 1,
  }
}

/** The public key of a key that the caller has named. @throws DomainError VALIDATION when it is not a signing key */
async function publicKeyNamed(kms: Kms, keyArn: string): Promise<Buffer> {
  try {
    return await kms.publicKey(keyArn)
  } catch (cause) {
    if (!(cause instanceof DomainError) || cause.reason !== Reason.INTERNAL) throw cause
    throw invalid({ key_arn: ['is not a P-256 signing key of the key service'] })
  }
}

const MAX_ROTATIONS_A_DAY = 10

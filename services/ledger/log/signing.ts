import { create } from '@bufbuild/protobuf'
import { ActorKind, ActorSchema, CallerSchema, Via } from '../../../proto/gen/attestry/common/v1/caller_pb.ts'
import type { Call } from '../../kernel/audit/call.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Kms } from '../../kernel/crypto/kms.ts'
import { DomainError, invalid, notFound, Reason } from '../../kernel/errors/errors.ts'
import { INSTALLATION_ID, mintId } from '../../kernel/values/ids.ts'
import { kidOf, rotationStatement, type SigningKeyState } from '../domain/log/signing-key.ts'
import type { SigningKeyStore } from '../store/signing-keys.ts'

/** Signs for the installation. The private keys MUST NOT leave the key service. */
export type Signing = {
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
   * Brings in the next key, with a statement that both keys sign. Every package holds the rotations (evidence-package.md
   * section 5), so that their number is bounded: ten in 24 hours.
   *
   * @param keyArn empty: a new key is made
   * @throws DomainError CONFLICT while another rotation is in progress; RATE_LIMITED beyond the bound
   */
  rotate(call: Call, keyArn: string): Promise<SigningKeyState>
  /** @throws DomainError NOT_FOUND, or CONFLICT for the key that signs now */
  revoke(call: Call, kid: string, reason: string): Promise<SigningKeyState>
}

export function signing(deps: {
  keys: SigningKeyStore
  kms: Kms
  clock: Clock
  /** The first key; empty where none is configured. */
  keyArn: string
}): Signing {
  const { keys, kms, clock } = deps
  let isRotating = false

  const registered = async (): Promise<SigningKeyState> => {
    if (deps.keyArn === '')
      throw new DomainError(Reason.UNAVAILABLE, 'no signing key: ATTESTRY_KMS_SIGNING_KEY_ARN is not set')
    const at = clock.now()
    const publicKey = await kms.publicKey(deps.keyArn)
    await keys.register(systemCall(at), firstKey(at, deps.keyArn, publicKey))
    return (await keys.active())!
  }
  const sign: Signing['sign'] = async (key, message) => {
    // The key service verifies with its own key. Only the registered key counts.
    if (kidOf(await kms.publicKey(key.keyArn)) !== key.kid)
      throw new DomainError(
        Reason.INTERNAL,
        `the key service holds another key than ${key.kid} as ${key.keyArn}`,
      )
    return kms.signMessage(key.keyArn, message)
  }

  const refuseTooMany = async (at: Date): Promise<void> => {
    if ((await keys.rotatedSince(new Date(at.getTime() - DAY_MS))) < MAX_ROTATIONS_A_DAY) return
    const message = `the key was rotated ${MAX_ROTATIONS_A_DAY} times within 24 hours`
    throw new DomainError(Reason.RATE_LIMITED, message, { details: { retry_after: 3600 } })
  }
  const rotate = async (call: Call, wanted: string): Promise<SigningKeyState> => {
    await refuseTooMany(call.at)
    const from = (await keys.active()) ?? (await registered())
    const number = from.number + 1
    const keyArn = wanted === '' ? await kms.createSigningKey(`Attestry signing key ${number + 1}`) : wanted
    const publicKey = await (wanted === '' ? kms.publicKey(keyArn) : publicKeyNamed(kms, keyArn))
    const statement = rotationStatement(number, from.publicKey, publicKey, call.at)
    const next = { ...firstKey(call.at, keyArn, publicKey), number, statement }
    const to: SigningKeyState = {
      ...next,
      oldSignature: await sign(from, statement),
      newSignature: await sign(next, statement),
    }
    if (await keys.rotate(call, from, to)) return to
    throw new DomainError(Reason.CONFLICT, 'the key was rotated meanwhile, or is one that was used before')
  }

  return {
    current: async () => (await keys.active()) ?? (await registered()),
    list: () => keys.list(),
    sign,
    rotate: async (call, wanted) => {
      if (isRotating) throw new DomainError(Reason.CONFLICT, 'a rotation is under way')
      isRotating = true
      return await rotate(call, wanted).finally(() => {
        isRotating = false
      })
    },
    revoke: async (call, kid, reason) => {
      const revoked = await keys.revoke(call, kid, reason)
      if (revoked === 'unknown') throw notFound('signing key')
      if (revoked === 'active')
        throw new DomainError(Reason.CONFLICT, 'this key signs now: rotate first, then revoke it')
      return revoked
    },
  }
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

function systemCall(at: Date): Call {
  const caller = create(CallerSchema, {
    organizationId: INSTALLATION_ID,
    actor: create(ActorSchema, { kind: ActorKind.SYSTEM }),
    via: Via.SYSTEM,
    operation: 'registerSigningKey',
    requestId: mintId(at),
  })
  return { caller, at }
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
const DAY_MS = 86_400_000

import { type EntityManager, LockMode } from '@mikro-orm/postgresql'
import type { Call } from '../../kernel/audit/call.ts'
import { commitState, type StateRecord } from '../../kernel/database/commit-state.ts'
import type { Database } from '../../kernel/database/database.ts'
import { isDuplicate } from '../../kernel/database/errors.ts'
import { holdPerson } from '../../kernel/database/hold-person.ts'
import { isRecorded } from '../../kernel/database/recorded.ts'
import { type Append, transact } from '../../kernel/database/transact.ts'
import { INSTALLATION_ID } from '../../kernel/values/ids.ts'
import { type SigningKeyState, signingKeyRecord } from '../domain/log/signing-key.ts'
import { SigningKeyEntity, type SigningKeyRow } from './entities/signing-key.ts'

/** The signing keys of the installation. Every change appends a record and an entry to the installation's log. */
export type SigningKeyStore = {
  /** All signing keys, in the order of their numbers. */
  list(): Promise<SigningKeyState[]>
  active(): Promise<SigningKeyState | undefined>
  /** How many rotations there were since a time. */
  rotatedSince(at: Date): Promise<number>
  /** Stores the first key. @returns whether it was stored; of two processes that try, only one stores it */
  register(call: Call, key: SigningKeyState): Promise<boolean>
  /** Retires the active key and stores the next one. @returns false when another key is already active */
  rotate(call: Call, from: Pick<SigningKeyState, 'kid'>, to: SigningKeyState): Promise<boolean>
  /**
   * Revokes a key that is no longer active. To revoke it again for the same reason makes no further version.
   *
   * @returns its new state, or why not
   */
  revoke(call: Call, kid: string, reason: string): Promise<SigningKeyState | 'unknown' | 'active'>
}

export function signingKeyStore(db: Database): SigningKeyStore {
  return {
    list: async () =>
      (await db.orm.em.fork().find(SigningKeyEntity, {}, { orderBy: { number: 'asc' } })).map(stateOf),
    active: async () => {
      const row = await db.orm.em.fork().findOne(SigningKeyEntity, { status: 'active' })
      return row === null ? undefined : stateOf(row)
    },
    rotatedSince: (at) =>
      db.orm.em.fork().count(SigningKeyEntity, { number: { $gt: 0 }, validFrom: { $gt: at } }),
    register: (call, key) =>
      unlessDuplicate(
        transact(db, async (em, append) => {
          em.create(SigningKeyEntity, key)
          await em.flush()
          await appendVersions(append, call, [key])
          return true
        }),
      ),
    rotate: (call, { kid }, to) =>
      unlessDuplicate(
        transact(db, async (em, append) => {
          await holdPerson(em, call)
          const from = await locked(em, kid)
          if (from?.status !== 'active') return false
          const version = from.version + 1
          em.assign(from, { status: 'retired', validUntil: to.validFrom, version })
          await em.flush()
          em.create(SigningKeyEntity, to)
          await em.flush()
          await appendVersions(append, call, [stateOf(from), to])
          return true
        }),
      ),
    revoke: (call, kid, reason) =>
      transact(db, async (em, append) => {
        await holdPerson(em, call)
        const key = await locked(em, kid)
        if (key === null) return 'unknown'
        if (key.status === 'active') return 'active'
        const isRevoked = key.status === 'revoked'
        if (
          isRevoked &&
          key.revocationReason === reason &&
          (await isRecorded(em, INSTALLATION_ID, keyState(stateOf(key))))
        ) {
          await appendVersions(append, call, [])
          return stateOf(key)
        }
        const validUntil = isRevoked ? key.validUntil : call.at
        em.assign(key, { status: 'revoked', validUntil, revocationReason: reason, version: key.version + 1 })
        await em.flush()
        await appendVersions(append, call, [stateOf(key)])
        return stateOf(key)
      }),
  }
}

function locked(em: EntityManager, kid: string): Promise<SigningKeyRow | null> {
  return em.findOne(SigningKeyEntity, { kid }, { lockMode: LockMode.PESSIMISTIC_WRITE })
}

function stateOf(row: SigningKeyRow): SigningKeyState {
  const { statement, oldSignature, newSignature, validUntil, revocationReason, ...rest } = row
  return {
    ...rest,
    statement: statement ?? null,
    oldSignature: oldSignature ?? null,
    newSignature: newSignature ?? null,
    validUntil: validUntil ?? null,
    revocationReason: revocationReason ?? null,
  }
}

/** The keys belong to the installation, so the entry goes into its log for every caller. */
function appendVersions(append: Append, call: Call, keys: SigningKeyState[]): Promise<void> {
  const caller = { ...call.caller, organizationId: INSTALLATION_ID }
  return commitState(append, { ...call, caller }, keys.map(keyState))
}

function keyState(key: SigningKeyState): StateRecord {
  const { id, version } = key
  return {
    type: 'signing-keys',
    table: 'ledger.signing_key_records',
    id,
    version,
    text: signingKeyRecord(key),
  }
}

async function unlessDuplicate(work: Promise<boolean>): Promise<boolean> {
  try {
    return await work
  } catch (error) {
    if (isDuplicate(error)) return false
    throw error
  }
}

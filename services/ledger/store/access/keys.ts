import { LockMode } from '@mikro-orm/postgresql'
import type { Call } from '../../../kernel/audit/call.ts'
import { commitState, type StateRecord } from '../../../kernel/database/commit-state.ts'
import type { Database } from '../../../kernel/database/database.ts'
import { holdPerson } from '../../../kernel/database/hold-person.ts'
import { isRevokedAgain, requireRecorded } from '../../../kernel/database/recorded.ts'
import { below } from '../../../kernel/database/seek.ts'
import { transact } from '../../../kernel/database/transact.ts'
import { type ApiKeyState, keyRecord } from '../../domain/access/access-records.ts'
import { ApiKeyEntity } from '../entities/access.ts'

/** API keys. Only the SHA-256 of a key is stored; the row of a revoked key stays. */
export type KeyStore = {
  page(
    organizationId: string,
    limit: number,
    before: string | undefined,
    ends: { since: Date | undefined; until: Date | undefined },
  ): Promise<ApiKeyState[]>
  create(call: Call, key: ApiKeyState, hash: Buffer): Promise<void>
  /** Appends the next version. @returns the new state, or undefined when there is no such key. */
  update(call: Call, id: string, change: (key: ApiKeyState) => KeyChange): Promise<ApiKeyState | undefined>
}

type KeyChange = Partial<Pick<ApiKeyState, 'name' | 'rateLimit' | 'expiresAt' | 'revokedAt'>>

export function keyStore(db: Database): KeyStore {
  return {
    page: (orgId, limit, before, { since, until }) => {
      const ends = { ...(since && { $gte: since }), ...(until && { $lt: until }) }
      const ending = since || until ? { revokedAt: null, expiresAt: ends } : {}
      const where = { orgId, ...below(before), ...ending }
      return db.orm.em.fork().find(ApiKeyEntity, where, { orderBy: { id: 'desc' }, limit })
    },
    create: (call, key, hash) =>
      transact(db, async (em, append) => {
        await holdPerson(em, call)
        em.create(ApiKeyEntity, { ...key, hash })
        await em.flush()
        await commitState(append, call, [keyState(key, hash)])
      }),
    update: (call, id, change) =>
      transact(db, async (em, append) => {
        const where = { orgId: call.caller.organizationId, id }
        await holdPerson(em, call)
        const key = await em.findOne(ApiKeyEntity, where, {
          lockMode: LockMode.PESSIMISTIC_WRITE,
          populate: ['hash'],
        })
        if (key === null) return undefined
        const changed = change(key)
        // A revocation removes the rights of the key, and is allowed even if the row differs from its record.
        const state = keyState(key, key.hash)
        if (changed.revokedAt == null) await requireRecorded(em, where.orgId, state)
        if (await isRevokedAgain(em, where.orgId, key, changed, state)) {
          await commitState(append, call, [])
          return key
        }
        em.assign(key, { ...changed, version: key.version + 1 })
        await em.flush()
        // Waits for calls of the key that are about to commit. No other call of it commits afterwards
        // (migrations/029-hold-keys.ts).
        if (key.revokedAt) await em.execute('select ledger.lock_key(?, ?)', [where.orgId, id])
        await commitState(append, call, [keyState(key, key.hash)])
        return key
      }),
  }
}

/** @param hash as it is stored */
export function keyState(key: ApiKeyState, hash: Uint8Array): StateRecord {
  return {
    type: 'api-keys',
    table: 'ledger.api_key_records',
    id: key.id,
    version: key.version,
    text: keyRecord(key, hash),
  }
}

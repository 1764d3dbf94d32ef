import type { AuditEntryText } from '../audit/audit-entry.ts'
import type { Database } from './database.ts'
import { sqlState } from './errors.ts'
import { APPEND_SQL, entryValues } from './record-store.ts'

/** The answers to calls with an idempotency key within the last 24 hours, by the database's clock. */
export type Answers = {
  /** The answer to the call that used the key, with the id of its audit entry. */
  lookUp(organizationId: string, keyHash: Buffer): Promise<Answered | undefined>
  /** Appends the audit entry of a call that got an earlier answer. */
  append(entry: AuditEntryText): Promise<void>
}

type Answered = { requestHash: Buffer; entryId: string; answer: Uint8Array }

export function answers(db: Database): Answers {
  return {
    lookUp: async (organizationId, keyHash) => {
      const [row] = await db.query<{ request_hash: Buffer; entry_id: string; answer: Buffer }>({
        name: 'lookUp',
        text: 'select request_hash, entry_id, answer from ledger.look_up_answer($1, $2)',
        values: [organizationId, keyHash],
      })
      return row && { requestHash: row.request_hash, entryId: row.entry_id, answer: row.answer }
    },
    append: async (entry) => {
      await db.query({ name: 'append', text: APPEND_SQL, values: entryValues([entry]) })
    },
  }
}

/** Whether a write was refused because its key has been used (ledger.store_logged_answer). */
export function isKeyUsed(error: unknown): boolean {
  return sqlState(error) === 'P0902'
}

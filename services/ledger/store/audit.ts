import type { AuditEntryText } from '../../kernel/audit/audit-entry.ts'
import { groupCommit } from '../../kernel/concurrency/group-commit.ts'
import type { Database } from '../../kernel/database/database.ts'
import { isStatementRefused } from '../../kernel/database/errors.ts'
import { entryValues } from '../../kernel/database/record-store.ts'
import { type EntryList, entryList } from './entry-list.ts'

/** The audit log's entries. */
export type AuditStore = EntryList & {
  /** Appends the entry of a call that changed nothing. An entry that exists is left as it is. */
  record(entry: AuditEntryText): Promise<void>
}

export function auditStore(db: Database): AuditStore {
  return {
    ...entryList(db),
    record: groupCommit<AuditEntryText, void>({
      name: 'record calls',
      retriable: isStatementRefused,
      run: async (entries) => {
        const text = "select ledger.record($1::uuid[], $2::uuid[], string_to_array($3, E'\\n'))"
        await db.query({ name: 'record calls', text, values: entryValues(entries) })
        return new Array(entries.length)
      },
    }),
  }
}

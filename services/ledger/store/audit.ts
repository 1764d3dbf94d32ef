import type { AuditEntryText } from '../../kernel/audit/audit-entry.ts'
import type { Database } from '../../kernel/database/database.ts'
import { isStatementRefused } from '../../kernel/database/errors.ts'
import { entryValues } from '../../kernel/database/record-store.ts'
import { MAX_ID } from '../../kernel/database/seek.ts'
import { groupCommit } from '../../kernel/group-commit.ts'

/** The audit log's entries. */
export type AuditStore = {
  /** Appends the entry of a call that changed nothing. An entry that already stands is left as it is. */
  record(entry: AuditEntryText): Promise<void>
  /** Up to `limit` entries with ids below `before`, newest first. */
  page(organizationId: string, limit: number, before: string | undefined): Promise<string[]>
}

export function auditStore(db: Database): AuditStore {
  return {
    record: groupCommit<AuditEntryText, void>({
      name: 'record calls',
      retriable: isStatementRefused,
      run: async (entries) => {
        const text = "select ledger.record($1::uuid[], $2::uuid[], string_to_array($3, E'\\n'))"
        await db.query({ name: 'record calls', text, values: entryValues(entries) })
        return new Array(entries.length)
      },
    }),
    async page(organizationId, limit, before = MAX_ID) {
      const text = 'select entry from ledger.entries where org_id = $1 and id < $2 order by id desc limit $3'
      const rows = await db.query<{ entry: string }>({
        name: 'page entries',
        text,
        values: [organizationId, before, limit],
      })
      return rows.map(({ entry }) => entry)
    },
  }
}

import { Outcome } from '../../../proto/gen/attestry/common/v1/audit_pb.ts'
import { auditEntry, receiptsOf } from '../../kernel/audit/audit-entry.ts'
import type { Call } from '../../kernel/audit/call.ts'
import type { Database } from '../../kernel/database/database.ts'
import { recordStore } from '../../kernel/database/record-store.ts'
import { errorCode } from '../../kernel/errors/error-code.ts'
import { Reason } from '../../kernel/errors/errors.ts'
import type { Part } from '../../kernel/lists/part.ts'
import { mintId } from '../../kernel/values/ids.ts'
import {
  type ExportDraft,
  type ExportEnd,
  exportDetails,
  exportRecord,
  exportVersion,
} from '../domain/export-record.ts'
import { MAX_CONSISTENCY_PROOFS } from '../domain/proofs.ts'

/** The packages that were begun. Each has two records, and each record has its own audit entry. */
export type ExportStore = {
  /** Records the start of a package, under the entry of the call itself. */
  begin(call: Call, draft: ExportDraft): Promise<void>
  /** Records how it ended, under a further entry of the same call. */
  end(call: Call, draft: ExportDraft, end: ExportEnd): Promise<void>
  /** The tree sizes of earlier packages, the largest 4,096, none above `size`. */
  earlierSizes(organizationId: string, size: number): Promise<number[]>
  page(organizationId: string, limit: number, before: string | undefined): Promise<Part<string>>
}

export function exportStore(db: Database): ExportStore {
  const store = recordStore(db, 'evidence.exports', 'exports')
  const append = async (call: Call, draft: ExportDraft, end?: ExportEnd): Promise<void> => {
    // The end is recorded even where the person's account has changed since.
    const held = end === undefined ? { call } : {}
    const text = exportRecord(draft, end)
    const arrived = end === undefined || end.status === 'completed'
    const entry = auditEntry({
      ...call,
      details: exportDetails(draft, end),
      receipts: receiptsOf([{ type: store.type, text }]),
      outcome: arrived ? Outcome.OK : Outcome.FAILED,
      code: end?.status === 'failed' ? errorCode(Reason.INTERNAL) : '',
      ...(end === undefined ? {} : { id: mintId(call.at) }),
    })
    const row = { id: draft.packageId, version: exportVersion(end), text }
    await store.append({ entry, rows: [row], ...held })
  }
  return {
    begin: append,
    end: append,
    earlierSizes: async (organizationId, size) => {
      const text = `select distinct tree_size from evidence.exports where org_id = $1 and tree_size <= $2
        order by tree_size desc limit ${MAX_CONSISTENCY_PROOFS}`
      const rows = await db.query<{ tree_size: string }>({ text, values: [organizationId, size] })
      return rows.map(({ tree_size }) => Number(tree_size)).reverse()
    },
    page: (organizationId, limit, before) => store.page(organizationId, limit, before),
  }
}

import type { AuditEntryText } from '../audit/audit-entry.ts'
import { groupCommit } from '../group-commit.ts'
import type { IdempotencyRecord } from '../idempotency.ts'
import type { Database, Statement } from './database.ts'
import { isStatementRefused } from './errors.ts'

/** What one call writes, in short: its audit entry, and its answer where retries may ask for it. */
export type Appended = { entry: AuditEntryText; idempotency?: IdempotencyRecord | undefined }

/**
 * Commits what calls write: concurrent ones share statements and commits. Those with idempotency keys share statements
 * of their own, so that the others neither do their work nor wait for it.
 *
 * @param statementOf appends some writes; ends with the list of what it selects
 */
export function appending<W extends Appended>(
  db: Pick<Database, 'query'>,
  statementOf: (writes: W[]) => Statement,
  limits: { name: string; maxBatch?: number; maxInFlight?: number },
): (write: W) => Promise<void> {
  const group = (statement: (writes: W[]) => Statement): ((write: W) => Promise<void>) =>
    groupCommit<W, void>({
      ...limits,
      retriable: isStatementRefused,
      turns: 2,
      run: async (writes) => {
        await db.query(statement(writes))
        return new Array(writes.length)
      },
    })
  const append = group(statementOf)
  const appendWithAnswer = group((writes) => storingAnswers(statementOf(writes), writes))
  return (write) => (write.idempotency === undefined ? append(write) : appendWithAnswer(write))
}

/**
 * The statement with the calls' answers kept in the same commit, in the order of their keys, so that no two statements
 * can deadlock. It waits for other calls with these keys that are under way, and is refused where one was answered.
 */
function storingAnswers({ name, text, values = [] }: Statement, writes: Appended[]): Statement {
  const $ = (n: number, type: string): string => `$${values.length + n}::${type}[]`
  const kept = writes.map(({ entry, idempotency }) => ({ entry, ...idempotency! }))
  return {
    name: `${name}, with answers`,
    text: `${text}, (
      select count(*) from (
        select * from unnest(${$(1, 'uuid')}, ${$(2, 'bytea')}, ${$(3, 'bytea')}, ${$(4, 'uuid')}, ${$(5, 'bytea')})
        order by 1, 2) as a (org, key, request, entry, answer), ledger.remember(org, key, request, entry, answer))`,
    values: [
      ...values,
      kept.map(({ entry }) => entry.organizationId),
      kept.map(({ keyHash }) => keyHash),
      kept.map(({ requestHash }) => requestHash),
      kept.map(({ entry }) => entry.id),
      kept.map(({ answer }) => answer),
    ],
  }
}

import type { AuditEntryText } from '../audit/audit-entry.ts'
import type { Call } from '../audit/call.ts'
import { groupCommit } from '../concurrency/group-commit.ts'
import type { IdempotencyRecord } from '../idempotency/idempotency.ts'
import type { Database, Statement } from './database.ts'
import { isStatementRefused } from './errors.ts'
import { holdPersonOn, isPerson } from './hold-person.ts'
import { inTransaction } from './in-transaction.ts'

/**
 * The part that the writes of all calls have: the audit entry, and the answer if the call has an idempotency key. The write of a
 * person's call commits only if the account is unchanged since the call was authenticated (hold-person.ts).
 */
export type Appended = {
  entry: AuditEntryText
  idempotency?: IdempotencyRecord | undefined
  call?: Pick<Call, 'caller'>
}

/**
 * Commits the writes of calls. Concurrent calls share statements and commits. Calls with idempotency keys share separate
 * statements, so that other calls do not wait for the work that keys need. A person's call has a separate transaction, which locks
 * the account before anything else.
 *
 * @param statementOf returns the statement that appends some writes; its text ends with the select list
 */
export function appending<W extends Appended>(
  db: Pick<Database, 'query' | 'pool'>,
  statementOf: (writes: W[]) => Statement,
  limits: { name: string; maxBatch?: number; maxInFlight?: number },
): (write: W) => Promise<void> {
  const group = <T>(statement: (writes: T[]) => Statement): ((write: T) => Promise<void>) =>
    groupCommit<T, void>({
      ...limits,
      retriable: isStatementRefused,
      turns: 2,
      run: async (writes) => {
        await db.query(statement(writes))
        return new Array(writes.length)
      },
    })
  const append = group(statementOf)
  const appendWithAnswer = group((answered: Answered<W>[]) =>
    storingAnswers(statementOf(answered.map(({ write }) => write)), answered),
  )
  const appendHeld = async (write: W & { call: Pick<Call, 'caller'> }): Promise<void> => {
    const { call, idempotency } = write
    const requestHash = await idempotency?.requestHash()
    const statement = statementOf([write])
    await inTransaction(db, 'begin', async (client) => {
      await holdPersonOn(client, call)
      await client.query(
        requestHash === undefined ? statement : storingAnswers(statement, [{ write, requestHash }]),
      )
    })
  }
  return (write) => {
    const { call, idempotency } = write
    if (call !== undefined && isPerson(call)) return appendHeld({ ...write, call })
    if (idempotency === undefined) return append(write)
    return idempotency.requestHash().then((requestHash) => appendWithAnswer({ write, requestHash }))
  }
}

/** A write whose answer is stored, with the hash of its request. */
type Answered<W> = { write: W; requestHash: Buffer }

/**
 * Extends the statement to store the calls' answers, in the same commit and in the order of their keys, so that no two statements
 * can deadlock. It waits for calls in progress with the same keys, and is refused where one of the keys has an answer.
 */
function storingAnswers({ name, text, values = [] }: Statement, answered: Answered<Appended>[]): Statement {
  const $ = (n: number, type: string): string => `$${values.length + n}::${type}[]`
  const kept = answered.map(({ write: { entry, idempotency }, requestHash }) => ({
    entry,
    requestHash,
    keyHash: idempotency!.keyHash,
    answer: idempotency!.answer,
  }))
  return {
    name: `${name}, with answers`,
    text: `${text}, (
      select count(*) from (
        select * from unnest(${$(1, 'uuid')}, ${$(2, 'bytea')}, ${$(3, 'bytea')}, ${$(4, 'uuid')}, ${$(5, 'bytea')})
        order by 1, 2) as a (org, key, request, entry, answer), ledger.store_logged_answer(org, key, request, entry, answer))`,
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

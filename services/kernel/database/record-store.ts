import { Outcome } from '../../../proto/gen/attestry/common/v1/audit_pb.ts'
import { type AuditEntryText, auditEntry, receiptsOf } from '../audit/audit-entry.ts'
import type { Call } from '../audit/call.ts'
import type { RecordType } from '../audit/record-types.ts'
import { DomainError, Reason } from '../errors/errors.ts'
import { answerDetails, type IdempotencyRecord } from '../idempotency/idempotency.ts'
import { firstPart, type Part, partOf } from '../lists/part.ts'
import { auditEntries, type Entries } from '../telemetry/channels.ts'
import { type Appended, appending } from './appending.ts'
import { array } from './array-literal.ts'
import type { Database } from './database.ts'
import { isDuplicate } from './errors.ts'

/** One row of a record table. `text` is canonical JSON, so it holds no raw line break. */
export type RecordRow = { id: string; version: number; text: string }

/** The write of one call: its rows, and the audit entry that commits with them. */
type RecordWrite = Appended & { rows: RecordRow[] }

/** The records of one type in one table (record-table.ts). Every method stays inside one organization. */
export type RecordStore = {
  /** The type that receipts name. */
  type: RecordType
  /**
   * Commits rows and audit entry together, or neither; concurrent calls share statements and commits.
   * @throws the violation of the primary key when a version already exists.
   */
  append(write: RecordWrite): Promise<void>
  /** The current version's text, or undefined. */
  current(organizationId: string, id: string): Promise<string | undefined>
  /** The texts of the newest versions, up to `VERSIONS`, newest first. */
  versions(organizationId: string, id: string): Promise<string[]>
  /** The first part of the current versions of up to `limit` objects with ids below `before`, newest id first. */
  page(organizationId: string, limit: number, before: string | undefined): Promise<Part<string>>
}

export function recordStore(db: Database, table: string, type: RecordType): RecordStore {
  const texts = async (name: string, text: string, values: unknown[]): Promise<string[]> => {
    const rows = await db.query<{ record: string }>({ name: `${name} ${table}`, text, values })
    return rows.map((row) => row.record)
  }
  const statement = `with written as (${insertSql(table)}) select ledger.append($7::uuid[], $8::uuid[], string_to_array($9, E'\\n'))`
  const current = `select record from ${table} where org_id = $1 and id = $2 order by version desc`
  const page = (seek: string, limit: string): string =>
    firstPart(
      'p.record',
      `select distinct on (id) id, record from ${table} where org_id = $1 ${seek} order by id desc, version desc limit ${limit}`,
      'p.id desc',
    )
  return {
    type,
    append: appending<RecordWrite>(
      db,
      (writes) => ({
        name: `append ${table}`,
        text: statement,
        values: [...rowValues(writes), ...entryValues(writes.map(({ entry }) => entry))],
      }),
      { name: `append ${table}` },
    ),
    current: async (organizationId, id) =>
      (await texts('current', `${current} limit 1`, [organizationId, id]))[0],
    versions: (organizationId, id) => texts('versions', `${current} limit ${VERSIONS}`, [organizationId, id]),
    page: async (organizationId, limit, before) => {
      const found =
        before === undefined
          ? await texts('first page', page('', '$2'), [organizationId, limit])
          : await texts('page', page('and id < $2', '$3'), [organizationId, before, limit])
      return partOf(found, limit)
    },
  }
}

/**
 * Commits one record, the audit entry of the call that wrote it, and the answer for the call's retries, together. Where the
 * caller is a person, the account is locked.
 * @throws DomainError CONFLICT when another call has appended the same version meanwhile, FORBIDDEN when the person's account has
 * changed.
 */
export async function commitRecord(
  store: Pick<RecordStore, 'type' | 'append'>,
  call: Call,
  row: RecordRow,
  idempotency?: IdempotencyRecord,
): Promise<void> {
  const receipts = receiptsOf([{ type: store.type, text: row.text }])
  const answer = idempotency && (await answerDetails(idempotency))
  const details = { ...call.details, ...answer }
  const entry = auditEntry({ ...call, outcome: Outcome.OK, receipts, details })
  try {
    await store.append({ entry, rows: [row], idempotency, call })
  } catch (cause) {
    if (!isDuplicate(cause)) throw cause
    throw new DomainError(Reason.CONFLICT, 'it was changed by another call meanwhile; read it again', {
      cause,
    })
  }
}

/** How many versions of one object are read at once. */
const VERSIONS = 200

/** Inserts rows into a record table; $1 to $6 are the result of rowValues. */
export function insertSql(table: string): string {
  return `insert into ${table} (org_id, id, version, entry_id, position, record)
    select * from unnest($1::uuid[], $2::uuid[], $3::int[], $4::uuid[], $5::int[], string_to_array($6, E'\\n'))`
}

/** Lists travel as lines: canonical JSON holds no raw line break. */
export function rowValues(writes: RecordWrite[]): string[] {
  const columns: [string[], string[], number[], string[], number[], string[]] = [[], [], [], [], [], []]
  const [orgs, ids, versions, entries, positions, texts] = columns
  for (const { entry, rows } of writes) {
    for (const [position, row] of rows.entries()) {
      orgs.push(entry.organizationId)
      ids.push(row.id)
      versions.push(row.version)
      entries.push(entry.id)
      positions.push(position)
      texts.push(row.text)
    }
  }
  return [array(orgs), array(ids), array(versions), array(entries), array(positions), texts.join('\n')]
}

/** Appends audit entries; its three parameters are the result of entryValues. */
export const APPEND_SQL = "select ledger.append($1::uuid[], $2::uuid[], string_to_array($3, E'\\n'))"

/** The three parameters of `ledger.append(uuid[], uuid[], text[])` for some audit entries. */
export function entryValues(entries: AuditEntryText[]): [string, string, string] {
  if (auditEntries.hasSubscribers) auditEntries.publish({ count: entries.length } satisfies Entries)
  return [
    array(entries.map((entry) => entry.organizationId)),
    array(entries.map((entry) => entry.id)),
    entries.map((entry) => entry.text).join('\n'),
  ]
}

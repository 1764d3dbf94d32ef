import { create } from '@bufbuild/protobuf'
import { Outcome } from '../../../../proto/gen/attestry/common/v1/audit_pb.ts'
import { CallerSchema } from '../../../../proto/gen/attestry/common/v1/caller_pb.ts'
import { auditEntry } from '../../../kernel/audit/audit-entry.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Database } from '../../../kernel/database/database.ts'
import { across } from '../../../kernel/database/tenant-guard/relations.ts'
import { transact } from '../../../kernel/database/transact.ts'
import { ActorKind, actor, Via } from '../../../kernel/identity/caller.ts'
import { mintId } from '../../../kernel/values/ids.ts'

/** Up to which arrival the statements of a log are recorded, and by which entry. */
type Recorded = { until: string; entryId: string | null }

/**
 * Records in each log what others signed about its checkpoints, so that `attestry audit verify` finds a statement that was deleted.
 * An entry of the system (`recordStatements`) names up to 100 with their hashes.
 *
 * An entry makes a new checkpoint, which is signed again. So statements are recorded only where something else was logged since the
 * last such entry: a log that does not grow is at rest.
 */
export function statementRecorder(db: Database, clock: Clock): (signal: AbortSignal) => Promise<void> {
  const recorded = new Map<string, Recorded>()
  /** Logs whose statements wait until something else is logged. */
  const waiting = new Set<string>()
  let since = '-infinity'

  const recordSome = async (organizationId: string, size: number): Promise<boolean> => {
    const known = recorded.get(organizationId) ?? (await lastOf(db, organizationId))
    recorded.set(organizationId, known)
    if (!(await hasGrown(db, organizationId, known, size))) {
      waiting.add(organizationId)
      return false
    }
    waiting.delete(organizationId)
    const values = [organizationId, known.until]
    const found = await db.query<Found>({ text: ARRIVED, values })
    const last = found.at(-1)
    if (last === undefined) return false
    const statements = found.map(({ at, ...said }) => ({ ...said, size: Number(said.size) }))
    const entryId = await append(db, clock.now(), organizationId, { statements, until: last.at })
    const isMore = found.length >= LIMIT
    recorded.set(organizationId, { until: last.at, entryId: isMore ? known.entryId : entryId })
    return isMore
  }

  return async (signal) => {
    const logs = await db.query<Grown>({ text: GROWN, values: [since, [...waiting]] })
    for (const { org_id, size } of logs) {
      while (!signal.aborted && (await recordSome(org_id, Number(size))));
      if (signal.aborted) return
    }
    since = logs[0]?.seen ?? since
  }
}

/** What the newest entry in a log says, after a start. */
async function lastOf(db: Database, organizationId: string): Promise<Recorded> {
  const [row] = await db.query<{ until: string; id: string }>({ text: LAST, values: [organizationId] })
  return { until: row?.until ?? '-infinity', entryId: row?.id ?? null }
}

/** Whether the newest leaf of a log of this size came after the entry, and is not such an entry of another process. */
async function hasGrown(
  db: Database,
  organizationId: string,
  { entryId }: Recorded,
  size: number,
): Promise<boolean> {
  const values = [organizationId, size - 1, entryId]
  const [found] = await db.query<{ has_grown: boolean }>({ text: HAS_GROWN, values })
  return found?.has_grown ?? false
}

async function append(
  db: Database,
  at: Date,
  organizationId: string,
  details: { statements: Omit<Named, 'at'>[]; until: string },
): Promise<string> {
  const caller = create(CallerSchema, {
    organizationId,
    actor: actor(ActorKind.SYSTEM, '', ''),
    via: Via.SYSTEM,
    operation: 'recordStatements',
    requestId: mintId(at),
  })
  const entry = auditEntry({ caller, at, outcome: Outcome.OK, details })
  await transact(db, (_, append) => append(entry, []))
  return entry.id
}

type Named = { size: number; kid: string; kind: string; source: string; sha256: string; at: string }
type Found = Omit<Named, 'size'> & { size: string }
type Grown = { org_id: string; size: string; seen: string }

const LIMIT = 100
/** A statement is stored by one statement of SQL: those that arrived before this are there. */
const SETTLED = `now() - interval '2 seconds'`

const GROWN = `${across('statements that arrived')}
  select t.org_id, t.size, (${SETTLED})::text as seen from ledger.trees t
  where t.org_id in (select org_id from ledger.checkpoint_statements where received_at >= $1::timestamptz)
    or t.org_id = any($2::uuid[])
  order by t.org_id`

const LAST = `
  select e.entry::jsonb #>> '{details,until}' as until, e.id
  from ledger.leaves l join ledger.entries e on e.org_id = l.org_id and e.id = l.entry_id
  where l.org_id = $1 and strpos(e.entry, '"operation":"recordStatements"') > 0
    and e.entry::jsonb ->> 'operation' = 'recordStatements'
  order by l.index desc limit 1`

const HAS_GROWN = `
  select e.entry::jsonb ->> 'operation' <> 'recordStatements' and ($3::uuid is null or coalesce(l.index > (
    select own.index from ledger.leaves own where own.org_id = $1 and own.entry_id = $3), false)) as has_grown
  from ledger.leaves l join ledger.entries e on e.org_id = l.org_id and e.id = l.entry_id
  where l.org_id = $1 and l.index = $2`

const ARRIVED = `
  select size, kid, kind, source, encode(sha256(convert_to(statement, 'UTF8')), 'hex') as sha256,
    to_char(received_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at
  from ledger.checkpoint_statements
  where org_id = $1 and received_at > $2::timestamptz and received_at < ${SETTLED}
  order by received_at fetch first ${LIMIT} rows with ties`

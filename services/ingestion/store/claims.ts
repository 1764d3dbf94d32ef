import { sha256Hex } from '../../kernel/crypto/digest.ts'
import { array } from '../../kernel/database/array-literal.ts'
import type { Database } from '../../kernel/database/database.ts'
import { compareText } from '../../kernel/values/compare-text.ts'

/**
 * A claim states that a finding was written about the tool of one event and the profile of one agent, other than that of the run.
 * It prevents a second call from writing the same finding.
 */
export type Claim = { traceId: string; id: string }

/** @param traceId in hex */
export function claimOf(traceId: string, profileId: string, eventId: string): Claim {
  const hex = sha256Hex(`${profileId} ${eventId}`)
  // Less than every id of settled spans, so that settled spans are read first.
  return { traceId, id: `00000000-0000-8${hex.slice(0, 3)}-8${hex.slice(3, 6)}-${hex.slice(6, 18)}` }
}

/**
 * The part of a statement that writes claims: a row without spans for each finding, among the settled spans of the trace. Two
 * calls may compare the same event with the same profile, for example when two exports bring the agent's span at once. The unique
 * key refuses the second one.
 */
export const CLAIM = `claimed as (
    insert into ingestion.settled_spans (org_id, trace_id, id, run_id, spans)
    select org_id, decode(trace_id, 'hex'), id, run_id, '[]'
    from unnest($20::uuid[], $21::text[], $22::uuid[], $23::uuid[]) as c (org_id, trace_id, id, run_id))`

/** Returns the parameters of CLAIM, sorted by key, so that no two statements can deadlock. */
export function claimValues(
  writes: readonly { entry: { organizationId: string }; runId: string; claims?: readonly Claim[] }[],
): string[] {
  const rows = writes.flatMap(({ entry: { organizationId }, runId, claims = [] }) =>
    claims.map(({ traceId, id }) => ({ organizationId, traceId, id, runId })),
  )
  const keyOf = ({ organizationId, traceId, id }: (typeof rows)[number]): string =>
    `${organizationId} ${traceId} ${id}`
  rows.sort((a, b) => compareText(keyOf(a), keyOf(b)))
  return [
    array(rows.map(({ organizationId }) => organizationId)),
    array(rows.map(({ traceId }) => traceId)),
    array(rows.map(({ id }) => id)),
    array(rows.map(({ runId }) => runId)),
  ]
}

/** Returns the ids of those of some claims that were written before. */
export async function claimed(
  db: Pick<Database, 'query'>,
  organizationId: string,
  claims: readonly Claim[],
): Promise<Set<string>> {
  const rows = await db.query<{ id: string }>({
    text: `
      select k.id from unnest($2::text[], $3::uuid[]) as wanted (trace_id, id)
      join ingestion.settled_spans k on k.org_id = $1 and k.trace_id = decode(wanted.trace_id, 'hex') and k.id = wanted.id`,
    values: [organizationId, array(claims.map(({ traceId }) => traceId)), array(claims.map(({ id }) => id))],
  })
  return new Set(rows.map(({ id }) => id))
}

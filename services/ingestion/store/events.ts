import { groupCommit } from '../../kernel/concurrency/group-commit.ts'
import { type Appended, appending } from '../../kernel/database/appending.ts'
import { array } from '../../kernel/database/array-literal.ts'
import type { Database } from '../../kernel/database/database.ts'
import { isStatementRefused } from '../../kernel/database/errors.ts'
import { entryValues } from '../../kernel/database/record-store.ts'
import { compareText } from '../../kernel/values/compare-text.ts'
import { RecentMap } from '../../kernel/values/recent-map.ts'
import type { Profile } from '../domain/profile.ts'
import { CLAIM, type Claim, claimValues } from './claims.ts'
import { FINDING_VALUES, type FindingRow, findingsSql, findingValues } from './finding-sql.ts'
import {
  type Expectation,
  expectationValues,
  type ProfileRow,
  profileOf,
  profileOfSql,
  staleProfilesSql,
} from './profiles.ts'
import { unlessDuplicate } from './unless-duplicate.ts'

/** The writes of one call: the events of one run in the order of the request, their findings, its entry. */
type EventWrite = Appended & {
  runId: string
  /** The agent of the run, with whose profile its events were compared. Absent where there are none. */
  agentIdentity?: string
  ids: string[]
  seqs: number[]
  texts: string[]
  findings: FindingRow[]
  /** The claims of findings about agents besides that of the run (claims.ts). */
  claims?: readonly Claim[]
  /** The profiles from which the findings were derived; none when the events name no tool. */
  expectations: readonly Expectation[]
}

export type EventStore = {
  /**
   * The agent of a run and its profile, or undefined; concurrent calls share one statement. The answer may come from a cache
   * unless `fresh`: `append` notices a profile that has changed, and a run that is not there or is another agent's, as after an
   * earlier state of the database was put in place.
   */
  run(key: RunKey, reading?: { fresh: boolean }): Promise<RunAgent | undefined>
  /**
   * Commits events, findings and audit entry together, or nothing; concurrent calls share statements and commits.
   * @returns false, with nothing written, when a seq of the run is already there
   */
  append(write: EventWrite): Promise<boolean>
  /** Like `append`, for findings alone. @returns false, with nothing written, when one of them has a claim already */
  appendClaimed(write: EventWrite): Promise<boolean>
  /** The ids of the events of a run that have one of these seqs. */
  existing(key: RunKey, seqs: number[]): Promise<Map<number, string>>
}

export type RunKey = { organizationId: string; runId: string }
export type RunAgent = { agentIdentity: string; profile: Profile | undefined }

export function eventStore(db: Database): EventStore {
  const append = appending<EventWrite>(
    db,
    (writes) => ({ name: 'append events', text: APPEND, values: appendValues(writes) }),
    { name: 'append events', maxBatch: MAX_CALLS, maxInFlight: 4 },
  )
  const read = groupCommit<RunKey, RunAgent | undefined>({
    retriable: isStatementRefused,
    run: async (keys) => {
      const values = [
        array(keys.map(({ organizationId }) => organizationId)),
        array(keys.map(({ runId }) => runId)),
      ]
      const rows = await db.query<RunRow>({ name: 'agents of runs', text: AGENTS, values })
      return rows.map((row) =>
        row.agent_identity === null
          ? undefined
          : { agentIdentity: row.agent_identity, profile: profileOf(row) },
      )
    },
  })
  const cached = new RecentMap<string, RunAgent>(CACHE_SIZE)
  return {
    run: async (key, { fresh } = { fresh: false }) => {
      const name = `${key.organizationId} ${key.runId}`
      const known = fresh ? undefined : cached.get(name)
      if (known !== undefined) return known
      const agent = await read(key)
      if (agent !== undefined) cached.set(name, agent)
      return agent
    },
    append: (write) => unlessDuplicate('agent_events_seq', append(write)),
    appendClaimed: (write) => unlessDuplicate('settled_spans_pkey', append(write)),
    existing: async ({ organizationId, runId }, seqs) => {
      const rows = await db.query<{ seq: string; id: string }>({
        text: 'select seq, id from ingestion.agent_events where org_id = $1 and run_id = $2 and seq = any ($3::bigint[])',
        values: [organizationId, runId, array(seqs)],
      })
      return new Map(rows.map(({ seq, id }) => [Number(seq), id]))
    },
  }
}

/** Limit of calls in one statement. Each may bring 16 MiB; with small groups Node.js and PostgreSQL work at the same time. */
const MAX_CALLS = 4

/** Runs whose agents are cached. */
const CACHE_SIZE = 1000

const AGENTS = `
  select r.agent_identity, p.*
  from unnest($1::uuid[], $2::uuid[]) with ordinality as wanted (org_id, run_id, n)
  left join lateral (
    select org_id, agent_identity from ingestion.agent_runs a
    where a.org_id = wanted.org_id and a.id = wanted.run_id limit 1) r on true
  ${profileOfSql('r')}
  order by wanted.n`

type RunRow = ProfileRow & { agent_identity: string | null }

/** Counts the calls whose run is not there, or is another agent's than the one that was read. */
const STALE_RUNS = `(
    select count(*) from json_to_recordset($24::json) as e (org_id uuid, run_id uuid, agent_identity text)
    left join lateral (
      select agent_identity from ingestion.agent_runs a where a.org_id = e.org_id and a.id = e.run_id limit 1) r on true
    where r.agent_identity is distinct from e.agent_identity)`

/** Values that all events of a call share are sent once ($1 to $3, by call); lists of records are sent as lines. */
const APPEND = `
  with written as (
    insert into ingestion.agent_events (org_id, entry_id, run_id, id, seq, position, record, consecutive)
    select ($1::uuid[])[call], ($2::uuid[])[call], ($3::uuid[])[call], id, seq, position, record,
      consecutive
    from unnest($4::int[], $5::uuid[], $6::bigint[], $7::int[], string_to_array($8, E'\\n'), $19::int[])
      as e (call, id, seq, position, record, consecutive)
  ), ${CLAIM}, ${findingsSql(9)}
  select ingestion.refuse_stale(${staleProfilesSql(9 + FINDING_VALUES)} + ${STALE_RUNS}),
    ledger.append($16::uuid[], $17::uuid[], string_to_array($18, E'\\n'))`

function appendValues(writes: EventWrite[]): string[] {
  const { calls, positions } = inKeyOrder(writes)
  const ids: string[] = []
  const seqs: number[] = []
  const texts: string[] = []
  for (let n = 0; n < calls.length; n++) {
    const write = writes[calls[n]!]!
    const position = positions[n]!
    ids.push(write.ids[position]!)
    seqs.push(write.seqs[position]!)
    texts.push(write.texts[position]!)
  }
  const expectations = writes.flatMap(({ expectations }) => expectations)
  const entries = writes.map(({ entry }) => entry)
  return [
    array(entries.map(({ organizationId }) => organizationId)),
    array(entries.map(({ id }) => id)),
    array(writes.map(({ runId }) => runId)),
    array(calls.map((call) => call + 1)),
    array(ids),
    array(seqs),
    array(positions),
    texts.join('\n'),
    ...findingValues(writes),
    expectationValues(expectations),
    ...entryValues(entries),
    array(consecutive(calls, seqs)),
    ...claimValues(writes),
    runValues(writes),
  ]
}

/** Returns the parameter of STALE_RUNS. */
function runValues(writes: readonly EventWrite[]): string {
  return JSON.stringify(
    writes.flatMap(({ entry: { organizationId }, runId, agentIdentity }) =>
      agentIdentity === undefined
        ? []
        : [{ org_id: organizationId, run_id: runId, agent_identity: agentIdentity }],
    ),
  )
}

/**
 * Returns the `consecutive` of each event, in the order of the keys: the first of the events of a call with consecutive seqs has
 * their number, those that follow it have 0. Only the first ones are in the index of entries.
 */
function consecutive(calls: readonly number[], seqs: readonly number[]): number[] {
  const counts: number[] = []
  let first = 0
  for (let n = 0; n < calls.length; n++) {
    const follows = n > 0 && calls[n] === calls[n - 1] && seqs[n] === seqs[n - 1]! + 1
    if (!follows) first = n
    counts.push(follows ? 0 : 1)
    if (follows) counts[first]! += 1
  }
  return counts
}

/** Returns the events of all calls as (call, position), sorted by the unique key, so that no two statements can deadlock. */
function inKeyOrder(writes: EventWrite[]): { calls: number[]; positions: number[] } {
  const order = writes.map((_, call) => call).sort((c, d) => compareRuns(writes[c]!, writes[d]!))
  const calls: number[] = []
  const positions: number[] = []
  let sorted = true
  for (const [n, call] of order.entries()) {
    const { seqs } = writes[call]!
    if (n > 0 && compareRuns(writes[order[n - 1]!]!, writes[call]!) === 0) sorted = false
    for (let i = 0; i < seqs.length; i++) {
      if (i > 0 && seqs[i]! < seqs[i - 1]!) sorted = false
      calls.push(call)
      positions.push(i)
    }
  }
  if (sorted) return { calls, positions }
  const seqOf = (n: number): number => writes[calls[n]!]!.seqs[positions[n]!]!
  const places = calls.map((_, n) => n)
  places.sort((m, n) => compareRuns(writes[calls[m]!]!, writes[calls[n]!]!) || seqOf(m) - seqOf(n))
  return { calls: places.map((n) => calls[n]!), positions: places.map((n) => positions[n]!) }
}

function compareRuns(a: EventWrite, b: EventWrite): number {
  return compareText(a.entry.organizationId, b.entry.organizationId) || compareText(a.runId, b.runId)
}

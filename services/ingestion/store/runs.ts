import { type Appended, appending } from '../../kernel/database/appending.ts'
import { array } from '../../kernel/database/array-literal.ts'
import type { Database } from '../../kernel/database/database.ts'
import { entryValues } from '../../kernel/database/record-store.ts'
import { compareText } from '../../kernel/values/compare-text.ts'
import type { RunDraft } from '../domain/run.ts'
import { FINDING_VALUES, type FindingRow, findingsSql, findingValues } from './finding-sql.ts'
import { type KnownProfiles, knownProfiles } from './known-profiles.ts'
import { type Expectation, expectationValues, staleProfilesSql } from './profiles.ts'
import { type RunList, runList } from './run-list.ts'
import { unlessDuplicate } from './unless-duplicate.ts'

/** The writes of one call: its runs in the order of the request, their findings, its entry. */
type RunWrite = Appended & {
  rows: { id: string; text: string; runRef: string; agentIdentity: string }[]
  findings: FindingRow[]
  /** The profiles from which the findings were derived. */
  expectations: Expectation[]
}

export type RunStore = {
  profiles: KnownProfiles
  /**
   * Commits runs, findings and audit entry together, or nothing; concurrent calls share statements and commits.
   * @returns false, with nothing written, when a run_ref of the organization is already there
   */
  append(write: RunWrite): Promise<boolean>
  /** Returns the ids of the organization's runs that have one of these run_refs. */
  existing(organizationId: string, runRefs: string[]): Promise<Map<string, string>>
  /** Returns the agent and model of the runs that have one of these run_refs, by run_ref. */
  agentsAndModels(organizationId: string, runRefs: string[]): Promise<Map<string, AgentAndModel>>
  list: RunList
}

export type AgentAndModel = Pick<RunDraft, 'agentIdentity' | 'modelName' | 'modelVersion'>

export function runStore(db: Database): RunStore {
  const append = appending<RunWrite>(
    db,
    (writes) => ({ name: 'append runs', text: APPEND, values: appendValues(writes) }),
    { name: 'append runs', maxBatch: MAX_CALLS, maxInFlight: 2 },
  )
  return {
    profiles: knownProfiles(db),
    append: (write) => unlessDuplicate('agent_runs_ref', append(write)),
    existing: async (organizationId, runRefs) => {
      const rows = await db.query<{ run_ref: string; id: string }>({
        text: 'select run_ref, id from ingestion.agent_runs where org_id = $1 and run_ref = any ($2::text[])',
        values: [organizationId, runRefs],
      })
      return new Map(rows.map((row) => [row.run_ref, row.id]))
    },
    agentsAndModels: async (organizationId, runRefs) => {
      const rows = await db.query<AgentAndModel & { runRef: string }>({
        text: `select run_ref as "runRef", agent_identity as "agentIdentity", record::json ->> 'model_name' as "modelName",
            record::json ->> 'model_version' as "modelVersion"
          from ingestion.agent_runs where org_id = $1 and run_ref = any ($2::text[])`,
        values: [organizationId, runRefs],
      })
      return new Map(rows.map((row) => [row.runRef, row]))
    },
    list: runList(db),
  }
}

/** Calls in one statement. */
const MAX_CALLS = 8

const APPEND = `
  with written as (
    insert into ingestion.agent_runs (org_id, id, entry_id, position, record, run_ref, agent_identity)
    select * from unnest(
      $1::uuid[], $2::uuid[], $3::uuid[], $4::int[], string_to_array($5, E'\\n'), $6::text[], $7::text[])
  ), ${findingsSql(8)}
  select ingestion.refuse_stale(${staleProfilesSql(8 + FINDING_VALUES)}),
    ledger.append($15::uuid[], $16::uuid[], string_to_array($17, E'\\n'))`

function appendValues(writes: RunWrite[]): (string | string[])[] {
  const rows = writes.flatMap(({ entry, rows }) =>
    rows.map((row, position) => ({ ...row, position, entryId: entry.id, orgId: entry.organizationId })),
  )
  // In the order of the unique key: no two statements can deadlock.
  rows.sort((a, b) => compareText(a.orgId, b.orgId) || compareText(a.runRef, b.runRef))
  return [
    array(rows.map(({ orgId }) => orgId)),
    array(rows.map(({ id }) => id)),
    array(rows.map(({ entryId }) => entryId)),
    array(rows.map(({ position }) => position)),
    rows.map(({ text }) => text).join('\n'),
    rows.map(({ runRef }) => runRef),
    rows.map(({ agentIdentity }) => agentIdentity),
    ...findingValues(writes),
    expectationValues(writes.flatMap(({ expectations }) => expectations)),
    ...entryValues(writes.map(({ entry }) => entry)),
  ]
}

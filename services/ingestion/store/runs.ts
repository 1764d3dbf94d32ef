import { type Appended, appending } from '../../kernel/database/appending.ts'
import type { Database } from '../../kernel/database/database.ts'
import { violated } from '../../kernel/database/errors.ts'
import { array, entryValues } from '../../kernel/database/record-store.ts'
import { MAX_ID } from '../../kernel/database/seek.ts'
import type { Profile } from '../domain/profile.ts'
import { FINDING_VALUES, type FindingRow, findingsSql, findingValues } from './finding-sql.ts'
import {
  type Expectation,
  expectationValues,
  type ProfileRow,
  profileOf,
  profileOfSql,
  staleProfilesSql,
} from './profiles.ts'

/** What one call writes: its runs in the order of the request, what they gave reason to find, its entry. */
export type RunWrite = Appended & {
  rows: { id: string; text: string; runRef: string; agentIdentity: string }[]
  findings: FindingRow[]
  /** What the findings were derived from. */
  expectations: Expectation[]
}

export type RunStore = {
  /** The profiles of those agents that have one, by agent_identity. */
  profiles(organizationId: string, agentIdentities: string[]): Promise<Map<string, Profile>>
  /**
   * Commits runs, findings and audit entry together, or nothing; concurrent calls share statements and commits.
   * @returns false, with nothing written, when a run_ref of the organization is already there
   */
  append(write: RunWrite): Promise<boolean>
  /** The ids of the organization's runs that have one of these run_refs. */
  existing(organizationId: string, runRefs: string[]): Promise<Map<string, string>>
  /** Up to `limit` runs with ids below `before`, newest first, with the profiles that their agents have now. */
  page(
    organizationId: string,
    profileId: string | undefined,
    limit: number,
    before: string | undefined,
  ): Promise<{ id: string; record: string; profile_id: string | null }[]>
}

export function runStore(db: Database): RunStore {
  const append = appending<RunWrite>(
    db,
    (writes) => ({ name: 'append runs', text: APPEND, values: appendValues(writes) }),
    { name: 'append runs', maxBatch: MAX_CALLS, maxInFlight: 2 },
  )
  return {
    profiles: async (organizationId, agentIdentities) => {
      const text = `
        select e.agent_identity, p.*
        from (select $1::uuid as org_id, unnest($2::text[]) as agent_identity) e ${profileOfSql('e')}`
      const values = [organizationId, [...new Set(agentIdentities)]]
      const rows = await db.query<ProfileRow & { agent_identity: string }>({
        name: 'profiles of agents',
        text,
        values,
      })
      return new Map(
        rows.flatMap((row) => {
          const profile = profileOf(row)
          return profile === undefined ? [] : [[row.agent_identity, profile] as const]
        }),
      )
    },
    append: async (write) => {
      try {
        await append(write)
        return true
      } catch (error) {
        if (violated(error) === 'agent_runs_ref') return false
        throw error
      }
    },
    existing: async (organizationId, runRefs) => {
      const rows = await db.query<{ run_ref: string; id: string }>({
        text: 'select run_ref, id from ingestion.agent_runs where org_id = $1 and run_ref = any ($2::text[])',
        values: [organizationId, runRefs],
      })
      return new Map(rows.map((row) => [row.run_ref, row.id]))
    },
    page: (organizationId, profileId, limit, before) =>
      db.query({
        name: `page runs ${profileId !== undefined}`,
        text: `
          select r.id, r.record, p.profile_id from (
            select org_id, agent_identity, id, record from ingestion.agent_runs
            where org_id = $1 and id < $2 ${profileId === undefined ? '' : OF_PROFILE}
            order by id desc limit $3) r ${profileOfSql('r')}
          order by r.id desc`,
        values: [organizationId, before ?? MAX_ID, limit, ...(profileId === undefined ? [] : [profileId])],
      }),
  }
}

/** Calls in one statement. */
const MAX_CALLS = 8

const OF_PROFILE = `and agent_identity = (
  select agent_identity from gate.profiles_v1 where org_id = $1 and profile_id = $4)`

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
  rows.sort((a, b) => order(a.orgId, b.orgId) || order(a.runRef, b.runRef))
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

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

import type { Database } from '../../kernel/database/database.ts'
import { Conditions } from '../../kernel/database/filtered/conditions.ts'
import { filteredList } from '../../kernel/database/filtered/filtered-list.ts'
import { type ListPage, readList } from '../../kernel/database/filtered/read.ts'
import { MAX_ID } from '../../kernel/database/seek.ts'
import type { ListOptions, TimeRange } from '../../kernel/lists/list.ts'
import { firstPart, type Part, partOfRows } from '../../kernel/lists/part.ts'
import { profileOfSql } from './profiles.ts'

/** The filter of a list of runs. */
export type RunFilter = {
  /** Only runs of the agent that has this profile now. */
  profileId: string | undefined
  agentIdentity: string | undefined
  /** The words of statuses; none: any. */
  statuses: readonly string[]
  created: TimeRange
  search: readonly string[]
}

/** Runs, filtered by their records, with the profiles that their agents have now. */
export type RunList = (
  organizationId: string,
  filter: RunFilter,
  options: ListOptions,
) => Promise<ListPage<RunListed>>

type RunListed = { id: string; record: string; profile_id: string | null }

export function runList(db: Pick<Database, 'query'>): RunList {
  const filtered = filteredList<RunListed>(db, {
    table: 'ingestion.agent_runs',
    columns: 'org_id, agent_identity',
    select: 's.id, s.record, p.profile_id',
    join: profileOfSql('s'),
  })
  return (organizationId, { profileId, agentIdentity, statuses, created, search }, options) => {
    const conditions = new Conditions().times(created).search(search, TEXTS)
    if (agentIdentity !== undefined) conditions.indexed('t.agent_identity = $', agentIdentity)
    if (statuses.length > 0) conditions.shown("w.json ->> 'status' = any ($::text[])", statuses)
    const whole = conditions.isEmpty
      ? (limit: number, before: string | undefined) => page(db, organizationId, profileId, limit, before)
      : undefined
    if (profileId !== undefined)
      conditions.indexed(
        't.agent_identity = (select agent_identity from gate.profiles_v1 where org_id = t.org_id and profile_id = $::uuid)',
        profileId,
      )
    return readList(organizationId, options, conditions, filtered, whole)
  }
}

/** The first part of up to `limit` runs with ids below `before`, newest first. */
async function page(
  db: Pick<Database, 'query'>,
  organizationId: string,
  profileId: string | undefined,
  limit: number,
  before: string | undefined,
): Promise<Part<RunListed>> {
  const runs = firstPart(
    'p.*',
    `select org_id, agent_identity, id, record from ingestion.agent_runs
     where org_id = $1 and id < $2 ${profileId === undefined ? '' : OF_PROFILE} order by id desc limit $3`,
    'p.id desc',
  )
  const rows = await db.query<RunListed>({
    name: `page runs ${profileId !== undefined}`,
    text: `select r.id, r.record, p.profile_id from (${runs}) r ${profileOfSql('r')} order by r.id desc`,
    values: [organizationId, before ?? MAX_ID, limit, ...(profileId === undefined ? [] : [profileId])],
  })
  return partOfRows(rows, limit)
}

const OF_PROFILE = `and agent_identity = (
  select agent_identity from gate.profiles_v1 where org_id = $1 and profile_id = $4)`

const TEXTS = ['id', 'run_ref', 'agent_identity', 'model_name', 'model_version', 'status'].map(
  (name) => `w.json ->> '${name}'`,
)

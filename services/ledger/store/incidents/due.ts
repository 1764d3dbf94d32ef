import { array } from '../../../kernel/database/array-literal.ts'
import type { Database } from '../../../kernel/database/database.ts'
import { MIN_ID } from '../../../kernel/database/seek.ts'
import { incidentRecords } from '../../domain/incidents/incident.ts'
import type { Obligation, ObligationState } from '../../domain/obligations/types.ts'
import type { Phase } from './projection.ts'

/** A place in the list: after the obligation that it names. */
export type DueCursor = { at: string; incidentId: string; place: number }

/** An obligation of an incident, as of `now`. */
export type Obliged = { incident: { id: string; title: string }; obligation: Obligation }
export type DueRow = Obliged & { cursor: DueCursor }

/**
 * Up to `limit` obligations of all incidents, soonest first. Each phase is one walk along an index.
 *
 * @param state undefined: all that are not met
 */
export async function duePage(
  db: Pick<Database, 'query'>,
  organizationId: string,
  {
    state,
    now,
    limit,
    after,
  }: { state: ObligationState | undefined; now: Date; limit: number; after: DueCursor | undefined },
): Promise<DueRow[]> {
  const from = after ?? { at: '-infinity', incidentId: MIN_ID, place: -1 }
  const rows = await db.query<Row & { place: number; sort_at: string }>({
    name: `due ${state ?? 'unmet'}`,
    text: statementOf(state),
    values: [
      organizationId,
      from.at,
      from.incidentId,
      from.place,
      limit,
      ...(state === 'due' || state === 'overdue' ? [now] : []),
    ],
  })
  const found = await obligedBy(db, organizationId, rows, now)
  return found.map((one, i) => {
    const { sort_at: at, incident_id: incidentId, place } = rows[i]!
    return { ...one, cursor: { at, incidentId, place } }
  })
}

/** For each of these incidents, the unmet obligation with the earliest limit. */
export async function nextOf(
  db: Pick<Database, 'query'>,
  organizationId: string,
  incidentIds: readonly string[],
  now: Date,
): Promise<Obliged[]> {
  const values = [organizationId, array([...new Set(incidentIds)])]
  const rows = await db.query<Row>({ name: 'next obligations', text: NEXT, values })
  return await obligedBy(db, organizationId, rows, now)
}

async function obligedBy(
  db: Pick<Database, 'query'>,
  organizationId: string,
  rows: readonly Row[],
  now: Date,
): Promise<Obliged[]> {
  const ids = rows.map(({ incident_id }) => incident_id)
  const titles = await titlesOf(db, organizationId, ids)
  return rows.map(({ incident_id: id, obligation }) => ({
    incident: { id, title: titles.get(id) ?? '' },
    obligation: asOf(JSON.parse(obligation), now),
  }))
}

const NEXT = `select o.* from unnest($2::uuid[]) as wanted (id) cross join lateral (
  select incident_id, obligation from ledger.obligations
  where org_id = $1 and incident_id = wanted.id and phase = 'dated' order by sort_at, place limit 1) as o`

/** An obligation as of now: it may have become overdue since it was stored. */
function asOf(obligation: Obligation, now: Date): Obligation {
  const { state, due_at } = obligation
  if ((state !== 'due' && state !== 'overdue') || due_at === null) return obligation
  return { ...obligation, state: now.getTime() <= Date.parse(due_at) ? 'due' : 'overdue' }
}

function statementOf(state: ObligationState | undefined): string {
  const walks = WALKS[state ?? 'unmet']!.map(
    ([phase, condition]) =>
      `(select incident_id, place, sort_at, obligation from ledger.obligations
        where org_id = $1 and phase = '${phase}' and (sort_at, incident_id, place) > ($2::timestamptz, $3::uuid, $4::int)
        ${condition} order by sort_at, incident_id, place limit $5)`,
  )
  return `select incident_id, place, to_char(sort_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as sort_at, obligation
    from (${walks.join(' union all ')}) as found order by found.sort_at, incident_id, place limit $5`
}

const WALKS: { [state in ObligationState | 'unmet']: [phase: Phase, condition: string][] } = {
  unmet: [
    ['dated', ''],
    ['undated', ''],
    ['waiting', ''],
  ],
  overdue: [['dated', 'and sort_at < $6::timestamptz']],
  due: [
    ['dated', 'and sort_at >= $6::timestamptz'],
    ['undated', 'and $6::timestamptz is not null'],
  ],
  waiting: [['waiting', '']],
  filed: [['filed', '']],
  filed_late: [['filed_late', '']],
  not_required: [['not_required', '']],
}

async function titlesOf(
  db: Pick<Database, 'query'>,
  organizationId: string,
  ids: string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.query<{ record: string }>({
    name: 'titles of incidents',
    text: `select c.record from unnest($2::uuid[]) as wanted (id) cross join lateral (
      select record from ledger.incidents where org_id = $1 and id = wanted.id order by version desc limit 1) as c`,
    values: [organizationId, array([...new Set(ids)])],
  })
  return new Map(rows.map(({ record }) => incidentRecords.read(record)).map(({ id, title }) => [id, title]))
}

type Row = { incident_id: string; obligation: string }

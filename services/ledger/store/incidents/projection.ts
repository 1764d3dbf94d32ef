import type { PoolClient } from 'pg'
import { type Incident, Severity } from '../../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { mapInTurns } from '../../../kernel/concurrency/event-loop.ts'
import { array } from '../../../kernel/database/array-literal.ts'
import { type ObligationInputs, obligationsAt } from '../../domain/incidents/obligation-record.ts'
import type { Obligation } from '../../domain/obligations/types.ts'

/**
 * The phases by which obligations are listed. Those of `dated` and `undated` are due or overdue, depending on the time at which
 * they are read.
 */
export type Phase = 'dated' | 'undated' | 'waiting' | 'filed' | 'filed_late' | 'not_required'

/** Locks the projection of an organization until the transaction ends, so that an older state never overwrites a newer one. */
export async function holdProjection(client: PoolClient, organizationId: string): Promise<number> {
  await client.query(
    'insert into ledger.obligation_progress (org_id) values ($1) on conflict (org_id) do nothing',
    [organizationId],
  )
  const { rows } = await client.query<{ next_leaf: string }>(
    'select next_leaf from ledger.obligation_progress where org_id = $1 for update',
    [organizationId],
  )
  return Number(rows[0]!.next_leaf)
}

/** Replaces the stored obligations of incidents. */
export async function project(
  client: PoolClient,
  organizationId: string,
  inputs: readonly ObligationInputs[],
  at: Date,
): Promise<void> {
  if (inputs.length === 0) return
  await projectTriage(client, organizationId, inputs)
  await client.query('delete from ledger.obligations where org_id = $1 and incident_id = any ($2::uuid[])', [
    organizationId,
    array(inputs.map(({ incident }) => incident.id)),
  ])
  const made = await mapInTurns(inputs, (input) =>
    obligationsAt(input, at).map((one, place) => ({ id: input.incident.id, place, one })),
  )
  const rows = made.flat()
  if (rows.length === 0) return
  await client.query(
    `insert into ledger.obligations (org_id, incident_id, place, phase, sort_at, settings_version, obligation)
     select $1::uuid, * from unnest($2::uuid[], $3::smallint[], $4::text[], $5::timestamptz[], $6::int[], $7::text[])`,
    [
      organizationId,
      array(rows.map(({ id }) => id)),
      array(rows.map(({ place }) => place)),
      rows.map(({ one }) => phaseOf(one)),
      rows.map(({ one }) => sortedAt(one)),
      array(rows.map(({ one }) => one.settings_version)),
      rows.map(({ one }) => JSON.stringify(one)),
    ],
  )
}

/** An incident of unknown severity is in triage until a person has changed it. */
async function projectTriage(
  client: PoolClient,
  organizationId: string,
  inputs: readonly ObligationInputs[],
): Promise<void> {
  const idsOf = (some: readonly ObligationInputs[]) => array(some.map(({ incident }) => incident.id))
  const waiting = inputs.filter(({ incident }) => isWaiting(incident))
  const handled = inputs.filter(({ incident }) => !isWaiting(incident))
  if (waiting.length > 0)
    await client.query(
      `insert into ledger.triage (org_id, incident_id) select $1::uuid, unnest($2::uuid[])
       on conflict (org_id, incident_id) do nothing`,
      [organizationId, idsOf(waiting)],
    )
  if (handled.length > 0)
    await client.query('delete from ledger.triage where org_id = $1 and incident_id = any ($2::uuid[])', [
      organizationId,
      idsOf(handled),
    ])
}

function isWaiting({ severity, version }: Incident): boolean {
  return severity === Severity.UNKNOWN && version === 1
}

export function phaseOf({ state, due_at }: Obligation): Phase {
  if (state === 'due' || state === 'overdue') return due_at === null ? 'undated' : 'dated'
  return state
}

export function sortedAt({ due_at, forecast_at, runs_from_at, state }: Obligation): string {
  if (state === 'waiting') return forecast_at ?? NEVER
  return due_at ?? runs_from_at ?? NEVER
}

/** A time after every limit. */
const NEVER = '9999-12-31T23:59:59.999Z'

import type { EntityManager } from '@mikro-orm/postgresql'
import type { Call } from '../../kernel/audit/call.ts'
import type { StateRecord } from '../../kernel/database/commit-state.ts'
import { mintId } from '../../kernel/values/ids.ts'
import { DUTIES_VERSION } from '../domain/approvals/duties.ts'
import type { RecentMaker } from '../domain/approvals/makers.ts'
import { changeTrigger, type DutiesOfChanges, mayWiden } from '../domain/triggers/change.ts'
import type { ChangeItem } from '../domain/triggers/change-reason.ts'
import { MAKERS_SQL } from './makers-sql.ts'
import { triggerRow } from './state-records.ts'

/** A change of a system or of a profile of it, in words. */
export type Change = {
  systemId: string
  changed: 'profile' | 'system'
  /** The profile is new, so no certification covers its agent. Such a change opens a trigger where `changes_need_another`. */
  isNew?: boolean
  what: string
  items: ChangeItem[]
}

/**
 * Returns the trigger that a change opens, as a row to commit with it; none if nothing is widened, or if the person may widen
 * alone. Before the first certification only changes of the system count: the person who lowers its requirements could also
 * certify it.
 */
export async function triggersOf(em: EntityManager, call: Call, change: Change): Promise<StateRecord[]> {
  const { organizationId: orgId } = call.caller
  if (change.items.length === 0) return []
  const { changes_need_another } = await dutiesOfChanges(em, call)
  if (change.isNew ? !changes_need_another : mayWiden(call.caller, changes_need_another)) return []
  if (change.changed === 'profile') {
    const [certified] = await em.execute(
      'select id from gate.certifications where org_id = ? and system_id = ? limit 1',
      [orgId, change.systemId],
    )
    if (certified === undefined) return []
  }
  return [triggerRow(changeTrigger(call, { ...change, id: mintId(call.at) }))]
}

/**
 * Returns the call with the version of the rules by which changes open triggers. A verifier demands the triggers of these rules where
 * the entry has it.
 */
export function ofChange(call: Call): Call {
  return { ...call, details: { ...call.details, duties_version: Number(DUTIES_VERSION) } }
}

/** Whether a trigger opens where the caller asks less of a system. */
export async function isWatched(em: EntityManager, call: Call): Promise<boolean> {
  const { changes_need_another } = await dutiesOfChanges(em, call)
  return !mayWiden(call.caller, changes_need_another)
}

/** Reads the organization's settings for who may resolve the trigger of a change. */
export async function dutiesOfChanges(em: EntityManager, { caller }: Call): Promise<DutiesOfChanges> {
  const [row] = await em.execute<DutiesOfChanges[]>(
    `select (separation ->> 'changes_need_another')::boolean as changes_need_another,
       (separation ->> 'role_wait_hours')::int as role_wait_hours
     from ledger.separation_v1 where org_id = ?`,
    [caller.organizationId],
  )
  return row ?? { changes_need_another: false, role_wait_hours: 0 }
}

/** Reads which people created accounts of the organization, or got access to them in another way, within the last 30 days. */
export async function recentMakers(em: EntityManager, { caller }: Call): Promise<RecentMaker[]> {
  const [row] = await em.execute<{ makers: RecentMaker[] | null }[]>(
    `select (${MAKERS_SQL.replace('$1', '?')}) as makers`,
    [caller.organizationId],
  )
  return row?.makers ?? []
}

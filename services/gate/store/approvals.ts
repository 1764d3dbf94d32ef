import { CompiledQuery } from 'kysely'
import type { Call } from '../../kernel/audit/call.ts'
import { commitState } from '../../kernel/database/commit-state.ts'
import type { Database } from '../../kernel/database/database.ts'
import { MAX_ID } from '../../kernel/database/seek.ts'
import { transact } from '../../kernel/database/transact.ts'
import { notFound } from '../../kernel/errors/errors.ts'
import type { Snapshot } from '../domain/snapshot.ts'
import { lockSystem } from './locked-system.ts'
import { readSnapshots } from './snapshot.ts'

/** What people approve for: certifications or attestations. */
export type ApprovalStore = {
  /**
   * Appends what `approve` makes of the system's snapshot. No other certification, attestation, suite version or
   * profile version of the system comes between reading and committing.
   * @throws DomainError NOT_FOUND for an unknown system, and whatever `approve` throws.
   */
  append<T extends { id: string }>(
    call: Call,
    systemId: string,
    approve: (snapshot: Snapshot) => T,
    text: (approval: T) => string,
  ): Promise<T>
  /** The records of up to `limit` of them with ids below `before`, newest first. */
  page(
    organizationId: string,
    systemId: string | undefined,
    limit: number,
    before: string | undefined,
  ): Promise<string[]>
}

export function approvalStore(db: Database, type: 'certifications' | 'attestations'): ApprovalStore {
  const table = `gate.${type}`
  return {
    append: (call, systemId, approve, text) =>
      transact(db, async (em, append) => {
        const { organizationId } = call.caller
        await lockSystem(em, organizationId, systemId)
        const run = async (sql: string, values: unknown[]) =>
          (await em.getTransactionContext()!.executeQuery(CompiledQuery.raw(sql, values))).rows
        const [snapshot] = await readSnapshots(run, [{ organizationId, systemId }])
        if (snapshot === undefined) throw notFound('AI system')
        const approval = approve(snapshot)
        await commitState(append, call, [{ type, table, id: approval.id, version: 1, text: text(approval) }])
        return approval
      }),
    page: pageOf(db, table),
  }
}

/** Pages through a record table of the gate that has a system_id. */
export function pageOf(db: Database, table: string): ApprovalStore['page'] {
  return async (organizationId, systemId, limit, before) => {
    const rows = await db.query<{ record: string }>({
      name: `page ${table} ${systemId !== undefined}`,
      text: `select record from ${table} where org_id = $1 and id < $2 ${systemId === undefined ? '' : 'and system_id = $4'}
        order by id desc limit $3`,
      values: [organizationId, before ?? MAX_ID, limit, ...(systemId === undefined ? [] : [systemId])],
    })
    return rows.map(({ record }) => record)
  }
}

import type { Call } from '../../kernel/audit/call.ts'
import { logSizeDetails } from '../../kernel/audit/log-size.ts'
import { commitState } from '../../kernel/database/commit-state.ts'
import type { Database } from '../../kernel/database/database.ts'
import { holdPerson } from '../../kernel/database/hold-person.ts'
import { runIn, transact } from '../../kernel/database/transact.ts'
import { notFound } from '../../kernel/errors/errors.ts'
import type { Part } from '../../kernel/lists/part.ts'
import type { ReviewFacts } from '../domain/approvals/review.ts'
import type { CurrentSnapshot } from '../domain/decision/snapshot.ts'
import type { SubjectResolution } from '../domain/triggers/resolution.ts'
import { lockSystem } from './locked-system.ts'
import { pagesOf } from './pages-of.ts'
import { readReviewFacts } from './review.ts'
import { readSnapshots } from './snapshot.ts'
import { resolutionRow } from './state-records.ts'

/** Stores the approvals of people: certifications or attestations. */
export type ApprovalStore = {
  /**
   * Appends the approval that `approve` makes from the system's snapshot, and the resolutions that belong to it. No other
   * certification, attestation, suite version or profile version of the system is committed between reading and committing.
   *
   * @throws DomainError NOT_FOUND for an unknown system, and whatever `approve` throws.
   */
  append<T extends { id: string }>(
    call: Call,
    systemId: string,
    approve: (snapshot: CurrentSnapshot, facts: ReviewFacts) => Approval<T>,
  ): Promise<T>
  /** The first part of up to `limit` approvals with ids below `before`, newest first. */
  page(
    organizationId: string,
    systemId: string | undefined,
    limit: number,
    before: string | undefined,
  ): Promise<Part<{ id: string; record: string }>>
}

/** An approval, its record, and what it resolves. */
type Approval<T> = { approval: T; text: string; resolutions: SubjectResolution[] }

export function approvalStore(db: Database, type: 'certifications' | 'attestations'): ApprovalStore {
  const table = `gate.${type}`
  return {
    append: (call, systemId, approve) =>
      transact(db, async (em, append) => {
        const { organizationId } = call.caller
        await holdPerson(em, call)
        await lockSystem(em, organizationId, systemId)
        const run = (sql: string, values: unknown[]) => runIn(em, sql, values)
        const [read] = await readSnapshots(run, [{ organizationId, systemId }])
        if (read === undefined) throw notFound('AI system')
        const { snapshot, logSize } = read
        const { approval, text, resolutions } = approve(snapshot, await readReviewFacts(run, snapshot))
        const row = { type, table, id: approval.id, version: 1, text }
        const details = { ...call.details, ...logSizeDetails(logSize) }
        await commitState(append, { ...call, details }, [row, ...resolutions.map(resolutionRow)])
        return approval
      }),
    page: pagesOf(db, table),
  }
}

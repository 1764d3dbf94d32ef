import type { EntityManager } from '@mikro-orm/postgresql'
import type { Call } from '../../kernel/audit/call.ts'
import { commitState, type StateRecord } from '../../kernel/database/commit-state.ts'
import type { Database } from '../../kernel/database/database.ts'
import { violated } from '../../kernel/database/errors.ts'
import { holdPerson } from '../../kernel/database/hold-person.ts'
import { MAX_ID } from '../../kernel/database/seek.ts'
import { transact } from '../../kernel/database/transact.ts'
import { DomainError, type ErrorDetails, notFound, Reason } from '../../kernel/errors/errors.ts'
import { type Part, partOfSizes } from '../../kernel/lists/part.ts'
import { type Finding, findingContent, isOpen, requireContent } from '../domain/triggers/finding.ts'
import type { ActionWord, SubjectResolution } from '../domain/triggers/resolution.ts'
import { BY_ID_SQL, type FindingRow, findingOf, pageSql } from './finding-sql.ts'
import { resolutionRow } from './state-records.ts'

/** Findings that need a person, with how they were resolved (docs/published-views.md, "Open"). */
export type FindingStore = {
  /** The first part of up to `limit` findings with ids below `before`, newest first. */
  page(
    organizationId: string,
    filter: FindingFilter,
    limit: number,
    before: string | undefined,
  ): Promise<Part<Finding>>
  /**
   * Resolves an open finding of one of these kinds as `decide` says, with the occurrences seen in this transaction. Other
   * records that `decide` returns commit with it.
   *
   * @throws DomainError NOT_FOUND, CONFLICT when it is already resolved, or its content differs from the content that the person read.
   */
  resolve<T>(call: Call, reviewed: Reviewed, kinds: readonly Finding['kind'][], decide: Decide<T>): Promise<T>
}

export type FindingFilter = {
  kinds: readonly Finding['kind'][]
  systemId: string | undefined
  /** True for open findings, false for resolved ones, undefined for all. */
  open: boolean | undefined
  /** The action of the newest resolution. */
  action: ActionWord | undefined
}

/** The id of a finding, and the hash of the content that the person looked at; empty if the call does not name it. */
export type Reviewed = { id: string; contentHash: string }

type Decide<T> = (
  em: EntityManager,
  finding: Finding,
) => Promise<{ resolved: SubjectResolution; furtherRecords: StateRecord[]; result: T }>

export function findingStore(db: Database): FindingStore {
  return {
    async page(organizationId, { kinds, systemId, open, action }, limit, before) {
      const rows = await db.query<FindingRow & { bytes: number }>({
        text: pageSql(open),
        values: [organizationId, before ?? MAX_ID, kinds, systemId ?? null, action ?? null, limit],
      })
      return { ...partOfSizes(rows, limit), rows: rows.map(findingOf) }
    },
    async resolve(call, { id, contentHash }, kinds, decide) {
      try {
        return await transact(db, async (em, append) => {
          const { organizationId } = call.caller
          await holdPerson(em, call)
          const [row] = await em.execute<FindingRow[]>(BY_ID_SQL, [organizationId, id, organizationId, id])
          const finding = row === undefined ? undefined : findingOf(row)
          if (finding === undefined || !kinds.includes(finding.kind)) throw notFound('finding')
          requireContent(finding, contentHash)
          if (!isOpen(finding)) throw alreadyResolved()
          const { resolved, furtherRecords, result } = await decide(em, finding)
          const details: ErrorDetails = { ...call.details, settled: findingContent(finding) }
          if (contentHash !== '') details.looked_at = contentHash
          await commitState(append, { ...call, details }, [...furtherRecords, resolutionRow(resolved)])
          return result
        })
      } catch (error) {
        if (violated(error) === 'resolutions_once') throw alreadyResolved(error)
        throw error
      }
    },
  }
}

function alreadyResolved(cause?: unknown): DomainError {
  return new DomainError(Reason.CONFLICT, 'it is already resolved', { cause })
}

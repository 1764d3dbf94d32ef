import type { Call } from '../../kernel/audit/call.ts'
import { commitState } from '../../kernel/database/commit-state.ts'
import type { Database } from '../../kernel/database/database.ts'
import { holdPerson } from '../../kernel/database/hold-person.ts'
import { MAX_ID } from '../../kernel/database/seek.ts'
import { transact } from '../../kernel/database/transact.ts'
import { requireVersion } from '../../kernel/errors/expected-version.ts'
import { firstPart, type Part, partOfRows } from '../../kernel/lists/part.ts'
import { type DraftSuite, suiteRecord } from '../domain/systems/suite.ts'
import { lockSystem } from './locked-system.ts'
import { systemRow } from './state-records.ts'

/** A suite version's record, and the id of the version after it. */
type SuiteRow = { id: string; record: string; superseded_by: string | null }

/** The suites of the organizations, one row a version. */
export type SuiteStore = {
  /**
   * Appends the next version under that name; version 1 for a new name. A system's first suite becomes its gate suite.
   *
   * @param expected the version that the caller has read; 0 for a new name, undefined to accept any version
   * @throws DomainError NOT_FOUND for an unknown system, CONFLICT when the name has another version than `expected`.
   */
  append(call: Call, suite: DraftSuite, expected: number | undefined): Promise<string>
  /** The first part of up to `limit` versions with ids below `before`, newest first. */
  page(
    organizationId: string,
    filter: SuiteFilter,
    limit: number,
    before: string | undefined,
  ): Promise<Part<SuiteRow>>
}

type SuiteFilter = { systemId: string | undefined; current: boolean | undefined }

export function suiteStore(db: Database): SuiteStore {
  return {
    append: (call, suite, expected) =>
      transact(db, async (em, append) => {
        await holdPerson(em, call)
        const { organizationId } = call.caller
        const { aiSystemId, id, name } = suite
        const system = await lockSystem(em, organizationId, aiSystemId)
        const [last] = await em.execute<{ version: number }[]>(
          'select max(version) as version from gate.suites where org_id = ? and system_id = ? and name = ?',
          [organizationId, aiSystemId, name],
        )
        const current = last?.version ?? 0
        if (expected !== undefined) requireVersion('suite', { version: current }, expected)
        const version = current + 1
        const text = suiteRecord(organizationId, call.at, version, suite)
        const records = [{ type: 'suites', table: 'gate.suites', id, version, text }]
        if (system.gateSuite == null) {
          em.assign(system, { gateSuite: name, version: system.version + 1 })
          await em.flush()
          records.push(systemRow(system))
        }
        await commitState(append, call, records)
        return text
      }),
    page: async (organizationId, { systemId, current }, limit, before) => {
      const rows = `
        select s.id, s.record, n.id as superseded_by
        from gate.suites s
        left join gate.suites n on n.org_id = s.org_id and n.system_id = s.system_id and n.name = s.name
          and n.version = s.version + 1
        where s.org_id = $1 and s.id < $2 ${systemId === undefined ? '' : 'and s.system_id = $4'}
          ${current === undefined ? '' : `and n.id is ${current ? '' : 'not'} null`}
        order by s.id desc limit $3`
      const found = await db.query<SuiteRow>({
        name: `page suites ${systemId !== undefined} ${current}`,
        text: firstPart('p.id, p.record, p.superseded_by', rows, 'p.id desc'),
        values: [organizationId, before ?? MAX_ID, limit, ...(systemId === undefined ? [] : [systemId])],
      })
      return partOfRows(found, limit)
    },
  }
}

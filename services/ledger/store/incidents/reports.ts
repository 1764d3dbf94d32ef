import type { Database } from '../../../kernel/database/database.ts'
import { type RecordStore, recordStore } from '../../../kernel/database/record-store.ts'
import { MAX_ID } from '../../../kernel/database/seek.ts'
import { firstPart, type Part, partOfSizes } from '../../../kernel/lists/part.ts'

/** Drafts of reports, in versions. */
export type ReportStore = Pick<RecordStore, 'type' | 'append'> & {
  /** A version of a report of an incident; the current one without a version. */
  get(organizationId: string, incidentId: string, id: string, version?: number): Promise<string | undefined>
  /** The first part of the current versions of up to `limit` reports of an incident with ids below `before`, newest first, without their values. */
  list(
    organizationId: string,
    incidentId: string,
    limit: number,
    before: string | undefined,
  ): Promise<Part<{ record: string }>>
  /** Up to `limit` of them, with their values. */
  page(
    organizationId: string,
    incidentId: string,
    limit: number,
    before: string | undefined,
  ): Promise<string[]>
}

export function reportStore(db: Database): ReportStore {
  const texts = async (name: string, text: string, values: unknown[]): Promise<string[]> =>
    (await db.query<{ record: string }>({ name, text, values })).map(({ record }) => record)
  const { type, append } = recordStore(db, 'ledger.incident_reports', 'incident-reports')
  return {
    type,
    append,
    get: async (organizationId, incidentId, id, version = 0) => {
      const [record] = await texts(
        'get report',
        `select record from ledger.incident_reports
         where org_id = $1 and incident_id = $2 and id = $3 and ($4::int = 0 or version = $4::int)
         order by version desc limit 1`,
        [organizationId, incidentId, id, version],
      )
      return record
    },
    list: async (organizationId, incidentId, limit, before = MAX_ID) => {
      const rows = `select distinct on (id) id, record from ledger.incident_reports
        where org_id = $1 and incident_id = $2 and id < $3 order by id desc, version desc limit $4`
      const shown = "(p.record::jsonb - 'values')::text as record, octet_length(p.record) as bytes"
      const found = await db.query<{ record: string; bytes: number }>({
        name: 'list reports',
        text: firstPart(shown, rows, 'p.id desc'),
        values: [organizationId, incidentId, before, limit],
      })
      return partOfSizes(found, limit)
    },
    page: (organizationId, incidentId, limit, before = MAX_ID) =>
      texts(
        'page reports',
        `select distinct on (id) record from ledger.incident_reports
         where org_id = $1 and incident_id = $2 and id < $3 order by id desc, version desc limit $4`,
        [organizationId, incidentId, before, limit],
      ),
  }
}

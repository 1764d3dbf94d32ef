import { bound, type Check, type TableRule } from '../../../kernel/state/rules.ts'

const INDEXED = bound('the version of the record that the row names')
const COUNTED = bound('the rows that are counted')

/** The registers that lists are filtered and searched in. */
const TYPES = ['incidents', 'assets', 'suppliers']

/**
 * The index behind filtered lists. It follows the log with a delay: a row may hold a later version than the one in the last
 * indexed leaf, and never an earlier one.
 */
export const LIST_TABLES: readonly TableRule[] = [
  {
    kind: 'log',
    table: 'ledger.list_rows',
    columns: {
      org_id: INDEXED,
      type: INDEXED,
      id: INDEXED,
      version: INDEXED,
      at: INDEXED,
      facets: INDEXED,
      terms: INDEXED,
    },
    checks: TYPES.flatMap((type) => [
      missing(type),
      unrecorded(type),
      ...['at', 'facets', 'terms'].map((column) => differing(type, column)),
    ]),
  },
  {
    kind: 'log',
    table: 'ledger.list_counts',
    columns: { org_id: COUNTED, type: COUNTED, facets: COUNTED, count: COUNTED },
    checks: [
      {
        field: 'count',
        problem: 'is not how many rows there are',
        sql: `select 'type=' || type || ' facets=' || facets as row from (
            select type, facets, sum(n) as difference from (
              select type, facets, count as n from ledger.list_counts where org_id = $1
              union all select type, facets, -1 from ledger.list_rows where org_id = $1) c
            group by type, facets) d
          where difference <> 0`,
      },
    ],
  },
  {
    kind: 'log',
    table: 'ledger.list_progress',
    columns: {
      org_id: bound('the rows of the organization'),
      next_index: bound('the rows of the leaves before it'),
    },
    checks: [
      {
        field: 'next_index',
        problem: 'is beyond the log',
        sql: `select 'next_index=' || p.next_index as row from ledger.list_progress p
          where p.org_id = $1 and (p.next_index < 0 or p.next_index > coalesce(
            (select t.size from ledger.trees t where t.org_id = $1), 0))`,
      },
      {
        field: '',
        problem: 'the organization has rows in the index and no place in it',
        sql: `select 'org_id=' || r.org_id as row from (select org_id from ledger.list_rows where org_id = $1 limit 1) r
          where not exists (select from ledger.list_progress p where p.org_id = $1)`,
      },
    ],
  },
]

/** Objects with an indexed version that have no row, or a row of an earlier version. */
function missing(type: string): Check {
  return {
    field: 'version',
    problem: 'is behind a version that was indexed',
    sql: `select 'type=${type} id=' || v.id as row from (
        select r.id, max(r.version) as version from ledger.${type} r
        join ledger.leaves l on l.org_id = r.org_id and l.entry_id = r.entry_id
        where r.org_id = $1 and l.org_id = $1
          and l.index < (select p.next_index from ledger.list_progress p where p.org_id = $1) group by r.id) v
      left join ledger.list_rows i on i.org_id = $1 and i.type = '${type}' and i.id = v.id
      where i.version is null or i.version < v.version`,
  }
}

/** Rows of versions that do not exist. */
function unrecorded(type: string): Check {
  return {
    field: 'version',
    problem: 'is of no record',
    sql: `select 'type=' || i.type || ' id=' || i.id as row from ledger.list_rows i
      where i.org_id = $1 and (i.type = '${type}' or i.type not in ('${TYPES.join("', '")}')) and not exists (
        select from ledger.${type} r
        where r.org_id = $1 and r.id = i.id and r.version = i.version and i.type = '${type}')`,
  }
}

function differing(type: string, column: string): Check {
  const values: { [column: string]: string } = {
    at: 'ledger.list_at(r.record::jsonb)',
    facets: `ledger.list_facets('${type}', r.record::jsonb)`,
    terms: `ledger.list_terms('${type}', r.org_id, r.record::jsonb)`,
  }
  return {
    field: column,
    problem: 'is not what the record says',
    sql: `select 'type=${type} id=' || i.id as row from ledger.list_rows i
      join ledger.${type} r on r.org_id = i.org_id and r.id = i.id and r.version = i.version
      where i.org_id = $1 and r.org_id = $1 and i.type = '${type}' and i.${column} is distinct from ${values[column]}`,
  }
}

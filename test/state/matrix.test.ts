import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { INSTALLATION_ID } from '../../services/kernel/values/ids.ts'
import { sql } from '../harness/database.ts'
import {
  type CatalogueColumn,
  catalogue,
  names,
  otherValue,
  RULES,
  writableClone,
} from './support/tampering.ts'
import { problemsOf } from './support/verification.ts'
import { type World, world } from './support/world.ts'

let scenario: World
let url: string
let organization: string
let columns: CatalogueColumn[]
/** The checkpoints, as they were shipped to another place. */
let kept: string[]
let tables: Map<string, CatalogueColumn[]>
beforeAll(async () => {
  scenario = await world()
  url = scenario.at.databaseUrl
  organization = scenario.organization.id
  await scenario.at.stop()
  columns = await catalogue(url)
  const notes = await sql<{ note: string }>(url, 'select note from ledger.checkpoints')
  kept = notes.map(({ note }) => note)
  tables = Map.groupBy(columns, ({ table }) => table)
})
afterAll(() => scenario?.at.stop())

/** The tables whose rows follow from records; the log itself is changed by itself. */
const followed = (): string[] =>
  [...tables.keys()].filter((table) => ['records', 'derived'].includes(RULES.get(table)?.kind ?? ''))

/** SQL of the rows of a table that are the organization's, or the installation's. */
const ownRows = (table: string): string => {
  const own = (tables.get(table) ?? []).some(({ column }) => column === 'org_id')
    ? `org_id in ('${organization}', '${INSTALLATION_ID}')`
    : 'true'
  return `select ctid from ${table} where ${own} order by ctid`
}

/** The findings of verification after statements of a superuser, with triggers off. */
async function after(statements: string[]) {
  const clone = await writableClone(url, columns)
  await sql(clone, ["set session_replication_role = 'replica'", ...statements].join('; '))
  return problemsOf(clone, organization, kept)
}

describe('every column of every table', () => {
  test('has a rule of how it follows from the log or why not, and no rule names a missing column', () => {
    for (const [table, own] of tables) {
      const rule = RULES.get(table)
      expect(
        rule,
        `${table} has no rule (docs/where-to-change.md, "State follows from the log")`,
      ).toBeDefined()
      if (rule?.kind === 'excepted') continue
      expect({ table, columns: Object.keys(rule!.columns).sort() }).toEqual({
        table,
        columns: own.map(({ column }) => column).sort(),
      })
    }
    expect([...RULES.keys()].filter((table) => !tables.has(table))).toEqual([])
  })

  test('has a row in this test, except in tables that do not follow from the log', async () => {
    const clone = url
    const empty: string[] = []
    for (const table of followed())
      if ((await sql(clone, `${ownRows(table)} limit 1`)).length === 0) empty.push(table)
    expect(empty).toEqual([])
  })
})

test('the verification of unchanged rows finds nothing', async () => {
  expect(await problemsOf(url, organization)).toEqual([])
})

test.each(['records', 'derived'] as const)(
  'each changed value in tables of %s is found, with table, row and column',
  async (kind) => {
    const missed: string[] = []
    const own = followed().filter((table) => RULES.get(table)!.kind === kind)
    const wide = Math.max(...own.map((table) => tables.get(table)!.length))
    for (let nth = 0; nth < wide; nth++) {
      const changed = own.flatMap((table) => {
        const column = tables.get(table)![nth]
        const rule = RULES.get(table)
        if (column === undefined || rule === undefined || rule.kind === 'excepted') return []
        return rule.columns[column.column]?.kind === 'excepted' ? [] : [column]
      })
      const problems = await after(
        changed.map(
          (one) =>
            `update ${one.table} set "${one.column}" = ${otherValue(one)} where ctid in (${ownRows(one.table)} limit 1)`,
        ),
      )
      for (const { table, column } of changed)
        if (!problems.some((problem) => names(problem, table, column))) missed.push(`${table}.${column}`)
    }
    expect(missed).toEqual([])
  },
)

test.each(['records', 'derived'] as const)(
  'each deleted, inserted or copied row in tables of %s is found',
  async (kind) => {
    const missed: string[] = []
    const own = followed().filter((table) => RULES.get(table)!.kind === kind)
    const deleted = await after(
      own.map((table) => `delete from ${table} where ctid in (${ownRows(table)} limit 1)`),
    )
    const copied = await after(own.map((table) => copyOf(table)))
    for (const table of own) {
      if (!deleted.some((problem) => names(problem, table))) missed.push(`${table}: deleted`)
      if (!copied.some((problem) => names(problem, table))) missed.push(`${table}: inserted`)
    }
    expect(missed).toEqual([])
  },
)

/** SQL that copies a row, with other ids: of everything but the organization. */
function copyOf(table: string): string {
  const ids = tables
    .get(table)!
    .filter(({ type, column }) => (type === 'uuid' || type === 'bytea') && column !== 'org_id')
  const others = ids.map((one) => `'${one.column}', to_jsonb(${otherValue(one)})`)
  return `insert into ${table} overriding system value
    select (jsonb_populate_record(null::${table}, to_jsonb(t) || jsonb_build_object(${others.join(', ')}))).*
    from ${table} t where ctid in (${ownRows(table)} limit 1)`
}

test.each(['records', 'derived'] as const)(
  'values exchanged between two rows of tables of %s are found',
  async (kind) => {
    const missed: string[] = []
    const own = followed().filter((table) => RULES.get(table)!.kind === kind)
    const wide = Math.max(...own.map((table) => tables.get(table)!.length))
    for (let nth = 0; nth < wide; nth++) {
      const exchanged: CatalogueColumn[] = []
      for (const table of own) {
        const column = tables.get(table)![nth]
        const rule = RULES.get(table)
        if (column === undefined || rule === undefined || rule.kind === 'excepted') continue
        const how = rule.columns[column.column]?.kind
        // Rows that are nothing but their keys are the same rows after an exchange.
        if (['ledger.role_grants', 'ledger.triage'].includes(table)) continue
        // Times of the database's clock are compared to the minute, and marks of changes of versions to half a minute.
        if (how === 'excepted' || how === 'near' || column.column === 'versions_mark') continue
        const two = await sql(
          url,
          `select distinct "${column.column}" from (${ownRows(table)}) r join ${table} t on t.ctid = r.ctid limit 2`,
        )
        if (two.length === 2) exchanged.push(column)
      }
      const problems = await after(exchanged.map(exchange))
      for (const { table, column } of exchanged) {
        const rule = RULES.get(table)!
        // Rows that exchanged their keys differ in everything else.
        const isKey =
          rule.kind === 'derived' && (rule.key.includes(column) || rule.group.includes(`t.${column}::`))
        if (!problems.some((problem) => names(problem, table, isKey ? undefined : column)))
          missed.push(`${table}.${column}`)
      }
    }
    expect(missed).toEqual([])
  },
)

/** SQL that exchanges the values of a column between two rows in which they differ. */
function exchange({ table, column }: CatalogueColumn): string {
  // Numbers that say what was first are compared within a system.
  const within = column === 'seq' && table.startsWith('gate.') ? 't.system_id' : 'null::uuid'
  return `with own as (select t.ctid as at, t."${column}" as value, ${within} as part from (${ownRows(table)}) r join ${table} t on t.ctid = r.ctid),
    two as (select a.at as a, b.at as b, a.value as of_a, b.value as of_b from own a, own b
      where a.value is distinct from b.value and a.part is not distinct from b.part order by a.at, b.at limit 1)
    update ${table} t set "${column}" = case when t.ctid = two.a then two.of_b else two.of_a end
    from two where t.ctid in (two.a, two.b)`
}

test('each changed value and deleted row of the log’s own tables is found', async () => {
  const missed: string[] = []
  for (const [table, own] of tables) {
    const rule = RULES.get(table)
    if (rule?.kind !== 'log' || table === 'ledger.queue') continue
    const rows = ownRows(table).replace('order by ctid', `and org_id = '${organization}' order by ctid`)
    if ((await sql(url, rows)).length === 0) continue
    if ((await after([`delete from ${table} where ctid in (${rows} limit 1)`])).length === 0)
      missed.push(`${table}: deleted`)
    for (const one of own) {
      if (rule.columns[one.column]?.kind === 'excepted') continue
      const problems = await after([
        `update ${table} set "${one.column}" = ${otherValue(one)} where ctid in (${rows} limit 1)`,
      ])
      if (problems.length === 0) missed.push(`${table}.${one.column}`)
    }
  }
  expect(missed).toEqual([])
})

test('a duplicate of a row that each organization has once is found, and the verification does not fail', async () => {
  const found: string[][] = []
  for (const table of ['ledger.trees', 'ledger.obligation_progress']) {
    const problems = await after([
      `insert into ${table} select * from ${table} where org_id = '${organization}'`,
    ])
    found.push([table, ...new Set(problems.map(({ code }) => code))])
  }
  expect(found.map(([table, ...codes]) => [table, codes.includes('state_unreadable')])).toEqual([
    ['ledger.trees', true],
    ['ledger.obligation_progress', true],
  ])
})

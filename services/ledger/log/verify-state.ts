import { differingColumns, plainText } from '../../kernel/state/compare.ts'
import type { DerivedTable, ExpectedRow, Row, TableRule } from '../../kernel/state/rules.ts'
import type { LogProblem, Problems } from '../domain/log/log-problem.ts'
import { merged } from '../domain/log/row-merge.ts'
import type { LogSnapshot } from '../store/log/snapshot.ts'

/**
 * Compares the tables of current state with the records, and runs the further checks of every table. The records
 * themselves are compared with the log in `verify.ts`.
 *
 * @returns how many rows were compared
 */
export async function verifyState(
  snapshot: LogSnapshot,
  rules: readonly TableRule[],
  problems: Problems,
  pause: () => Promise<void> | undefined,
): Promise<number> {
  let compared = 0
  for (const rule of rules) {
    await pause()
    if (rule.kind === 'excepted') continue
    const { table } = rule
    if (rule.kind === 'derived') {
      const rows = await snapshot.attempt(() => compareTable(snapshot, rule, problems, pause))
      if (rows === undefined) problems.add(unreadable(table))
      else compared += rows
    }
    for (const { field, sql, problem } of rule.checks) {
      const rows = await snapshot.attempt(() => snapshot.contradictions(sql))
      if (rows === undefined) problems.add(unreadable(table, field))
      for (const row of rows ?? [])
        problems.add({
          code: 'state_differs',
          message: `${rule.table} ${row}: ${field}: ${problem}`,
          ...about(rule.table, row, field),
        })
    }
  }
  return compared
}

async function compareTable(
  snapshot: LogSnapshot,
  rule: DerivedTable,
  problems: Problems,
  pause: () => Promise<void> | undefined,
): Promise<number> {
  let compared = 0
  const { table, key } = rule
  for await (const { left, right } of merged(snapshot.rowsOf(rule), snapshot.sourcesOf(rule))) {
    await pause()
    const found = new Map((left?.rows ?? []).map((row) => [nameOf(key, (column) => row[column]), row]))
    compared += found.size
    const expectedRows = rowsOf(rule, right?.rows ?? [], left?.rows ?? [])
    if (expectedRows === undefined) {
      problems.add(unreadable(table))
      continue
    }
    for (const expected of expectedRows) {
      const name = nameOf(key, (column) => derivedOf(rule, column, expected))
      compareRow(rule, name, found.get(name), expected, problems)
      found.delete(name)
    }
    for (const [name, row] of found) {
      const other = rule.mayBe?.(row)
      problems.add({
        code: 'state_surplus',
        message: `${table} ${name} is there; no record says so${other === undefined ? '' : ` (${other})`}`,
        ...about(table, name),
      })
    }
  }
  return compared
}

/** @param row undefined where the table does not have it */
function compareRow(
  { table, columns }: DerivedTable,
  name: string,
  row: Row | undefined,
  expected: ExpectedRow,
  problems: Problems,
): void {
  if (row === undefined) {
    if (expected.mayBeAbsent === true) return
    const message = `${table} ${name} is not there; records say it is`
    problems.add({ code: 'state_missing', message, ...about(table, name) })
    return
  }
  for (const field of differingColumns(columns, row, expected)) {
    const message = `${table} ${name}: ${field} is not what the records say`
    problems.add({ code: 'state_differs', message, ...about(table, name, field) })
  }
}

/** The rows that follow from sources; undefined where the sources do not have the form of records. */
function rowsOf(
  rule: DerivedTable,
  sources: readonly Row[],
  found: readonly Row[],
): readonly ExpectedRow[] | undefined {
  try {
    return rule.rows(sources, found)
  } catch {
    return undefined
  }
}

/** The problem of records that are not JSON or not of their type. They were changed, which their receipts show too. */
function unreadable(table: string, field = ''): LogProblem {
  const message = `${table}${field === '' ? '' : `: ${field}`} cannot be compared: what it follows from cannot be read`
  return { code: 'state_unreadable', message, table, row: '', field }
}

/** Names a row by its key. The columns of a key hold no secret. */
function nameOf(key: readonly string[], value: (column: string) => unknown): string {
  return key.map((column) => `${column}=${plainText(value(column)) ?? 'null'}`).join(' ')
}

function derivedOf({ columns }: DerivedTable, column: string, record: Row): unknown {
  const rule = columns[column]
  return rule?.kind === 'derived' ? rule.value(record) : undefined
}

function about(table: string, row: string, field = ''): { table: string; row: string; field: string } {
  return { table, row, field }
}

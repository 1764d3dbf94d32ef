import type { Database, Statement } from '../../services/kernel/database/database.ts'
import { connected, type Run } from './database.ts'

/**
 * Returns how many rows a statement reads when a superuser runs it: for every step of its plan, the rows that it returned and
 * those that it filtered out. Its changes are rolled back.
 *
 * @param settings statements that run before it in the same transaction
 */
export async function rowsRead(url: string, statement: Statement, settings: string[] = []): Promise<number> {
  return (await planned(url, statement, settings)).rows
}

/** Returns for each statement how many rows it reads, as `rowsRead` does, all on one connection. */
export async function rowsReadByEach(
  url: string,
  statements: Statement[],
  settings: string[] = [],
): Promise<{ text: string; rows: number }[]> {
  return connected(url, async (run) => {
    const read: { text: string; rows: number }[] = []
    for (const statement of statements)
      read.push({ text: statement.text, rows: (await plannedBy(run, statement, settings)).rows })
    return read
  })
}

/**
 * Returns the rows as `rowsRead` does, and the pages that were read. Pages of an index count also where it skips the rows in
 * them.
 */
export async function planned(url: string, statement: Statement, settings: string[] = []) {
  return connected(url, (run) => plannedBy(run, statement, settings))
}

async function plannedBy(run: Run, { text, values = [] }: Statement, settings: string[]) {
  await run(['begin', ...settings].join('; '))
  const explain = `explain (analyze, buffers, costs off, timing off, format json) ${text}`
  const [row] = await run<{ 'QUERY PLAN': [{ Plan: Step & Pages }] }>(explain, values)
  await run('rollback')
  const plan = row!['QUERY PLAN'][0].Plan
  return { rows: rowsOf(plan), pages: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'] }
}

function rowsOf(step: Step): number {
  const rows =
    step['Actual Rows'] +
    (step['Rows Removed by Filter'] ?? 0) +
    (step['Rows Removed by Join Filter'] ?? 0) +
    (step['Rows Removed by Index Recheck'] ?? 0)
  return (step.Plans ?? []).reduce((sum, inner) => sum + rowsOf(inner), rows * step['Actual Loops'])
}

/** Returns the database with a record of the statements that are sent to it. */
export function recordingStatements(db: Database): Database & { sent: Statement[] } {
  const sent: Statement[] = []
  const note = (asked: Statement | string, values?: unknown[]): void => {
    sent.push(typeof asked === 'string' ? { text: asked, values: values ?? [] } : asked)
  }
  const connect = async () => {
    const client = await db.pool.connect()
    const query = (...asked: [Statement | string, unknown[]?]) => {
      note(...asked)
      return (client.query.bind(client) as (...asked: unknown[]) => unknown)(...asked)
    }
    const own: { [name: PropertyKey]: unknown } = { query }
    return new Proxy(client, { get: (of, name) => own[name] ?? bound(of, name) })
  }
  return {
    ...db,
    sent,
    query: (statement: Statement) => {
      note(statement)
      return db.query(statement)
    },
    pool: { connect } as unknown as Database['pool'],
  }
}

function bound(of: object, name: PropertyKey): unknown {
  const value = Reflect.get(of, name)
  return typeof value === 'function' ? value.bind(of) : value
}

/** A step of an executed plan; its figures are per loop (PostgreSQL, EXPLAIN). */
type Step = {
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Join Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Step[]
}

/** The pages of the whole statement. */
type Pages = { 'Shared Hit Blocks': number; 'Shared Read Blocks': number }

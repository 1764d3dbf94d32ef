import { type PoolClient, types } from 'pg'
import type { Row } from '../../../kernel/state/rules.ts'

/** Rows that have a text in common. */
export type Group = { group: string; rows: Row[] }

/**
 * Yields the rows of a statement group by group, by its column `group`. The statement MUST sort by that column. A page of rows
 * and one group are in memory.
 */
export async function* groupsOf(client: PoolClient, text: string, values: unknown[]): AsyncGenerator<Group> {
  let open: Group | undefined
  for await (const rows of pagesOf(client, text, values)) {
    for (const row of rows) {
      // Nulls come last.
      const group = row.group ?? LAST
      if (open?.group === group) open.rows.push(row)
      else {
        if (open !== undefined) yield open
        open = { group, rows: [row] }
      }
    }
  }
  if (open !== undefined) yield open
}

/** The rows of a statement by a cursor, a page at a time. */
async function* pagesOf(client: PoolClient, text: string, values: unknown[]): AsyncGenerator<GroupedRow[]> {
  count += 1
  const name = `state_${count}`
  await client.query(`declare ${name} no scroll cursor for ${text}`, values)
  try {
    for (;;) {
      const { rows } = await client.query<GroupedRow>({ text: `fetch ${PAGE} from ${name}`, types })
      yield rows
      if (rows.length < PAGE) return
    }
  } finally {
    await client.query(`close ${name}`).catch(() => undefined)
  }
}

type GroupedRow = Row & { group: string | null }
const PAGE = 500
/** Sorts after every group: groups begin with a letter or a digit. */
const LAST = '~'
let count = 0

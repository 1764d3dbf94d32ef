import { type PoolClient, types } from 'pg'
import type { Row } from '../../../kernel/state/rules.ts'

/** Rows that have a text in common. */
export type Group = { group: string; rows: Row[] }

/**
 * The rows of a statement group by group, as its column `group` says. The statement MUST give them in the order of that
 * column. A page of rows and one group are in memory.
 */
export async function* groupsOf(client: PoolClient, text: string, values: unknown[]): AsyncGenerator<Group> {
  count += 1
  const name = `state_${count}`
  await client.query(`declare ${name} no scroll cursor for ${text}`, values)
  let open: Group | undefined
  try {
    for (;;) {
      const { rows } = await client.query<Row & { group: string | null }>({
        text: `fetch ${PAGE} from ${name}`,
        types,
      })
      for (const row of rows) {
        // Nulls come last.
        const group = row.group ?? LAST
        if (open !== undefined && open.group === group) open.rows.push(row)
        else {
          if (open !== undefined) yield open
          open = { group, rows: [row] }
        }
      }
      if (rows.length < PAGE) break
    }
    if (open !== undefined) yield open
  } finally {
    await client.query(`close ${name}`).catch(() => undefined)
  }
}

const PAGE = 500
/** After every group: they begin with a letter or a digit. */
const LAST = '~'
let count = 0

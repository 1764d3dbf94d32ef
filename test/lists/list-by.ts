import { expect } from 'vitest'
import { rpc } from '../harness/control.ts'
import type { TestInstallation } from '../harness/installation.ts'

// biome-ignore lint/suspicious/noExplicitAny: what the server answers is what a test inspects.
export type Row = any
type Page = { rows: Row[]; next: string; count?: { count?: string; more?: boolean } }
export type List = (query: { [name: string]: unknown }) => Promise<Page>

/** Returns a list of the control API as a person reads it. */
export function listBy(
  at: () => Pick<TestInstallation, 'baseUrl'>,
  session: () => string,
  method: string,
  rows: string,
  fixed: () => object,
): List {
  return async ({ cursor = '', limit = 50, ...query }) => {
    const answer = await rpc(at().baseUrl, `attestry.${method}`, {
      session: session(),
      body: { ...fixed(), ...query, page: { limit, cursor } },
    })
    if (answer.status !== 200) throw Object.assign(new Error(answer.text), answer)
    const { [rows]: found = [], nextCursor: next = '', count } = answer.body
    return { rows: found, next, ...(count === undefined ? {} : { count }) }
  }
}

/** Returns every row of a list, read in pages of this size. */
export async function all(list: List, query: object, limit = 2): Promise<Row[]> {
  const found: Row[] = []
  let cursor = ''
  do {
    const page = await list({ ...query, cursor, limit })
    expect(page.rows.length).toBeLessThanOrEqual(limit)
    found.push(...page.rows)
    cursor = page.next
  } while (cursor !== '')
  return found
}

import { cursorCheck } from './cursor-check.ts'
import { Unreachable } from './errors.ts'
import type { CallOptions, Query, Transport } from './transport.ts'

export type Page<Row> = { data: Row[]; next_cursor: string | null }

/** A list whose pages are read when they are needed: `for await (const row of list)`. It can be read several times. */
export class List<Row> implements AsyncIterable<Row> {
  readonly #transport: Transport
  readonly #path: string
  readonly #query: Query
  readonly #options: CallOptions

  constructor(transport: Transport, path: string, query: Query, options: CallOptions) {
    this.#transport = transport
    this.#path = path
    this.#query = query
    this.#options = options
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Row> {
    for await (const { data } of this.pages()) yield* data
  }

  /**
   * The pages, as the API gives them.
   *
   * @throws Unreachable the answer is no page, or its cursor cannot lead to the end of the list
   */
  async *pages(): AsyncGenerator<Page<Row>> {
    const problemOf = cursorCheck(MAX_PAGES)
    for (let cursor: string | undefined; ; ) {
      const query = { limit: 200, ...this.#query, cursor }
      const page = (await this.#transport.get(this.#path, query, this.#options)) as Page<Row> | null
      if (!Array.isArray(page?.data))
        throw new Unreachable('the server answered something that is no page of the list')
      yield page
      if (page.next_cursor === null) return
      const problem = problemOf(page.next_cursor)
      if (problem !== undefined) throw new Unreachable(problem)
      cursor = page.next_cursor
    }
  }

  /** All rows, or the first `limit` of them. */
  async toArray(limit = Number.POSITIVE_INFINITY): Promise<Row[]> {
    const rows: Row[] = []
    if (limit <= 0) return rows
    for await (const row of this) if (rows.push(row) >= limit) break
    return rows
  }
}

/** 20 million rows, with the pages that the client asks for. */
const MAX_PAGES = 100_000

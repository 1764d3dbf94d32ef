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

  /** The pages, as the API gives them. */
  async *pages(): AsyncGenerator<Page<Row>> {
    let cursor: string | null | undefined
    do {
      const query = { limit: 200, ...this.#query, cursor }
      const page = (await this.#transport.get(this.#path, query, this.#options)) as Page<Row>
      yield page
      cursor = page.next_cursor
    } while (cursor !== null)
  }

  /** All rows, or the first `limit` of them. */
  async toArray(limit = Number.POSITIVE_INFINITY): Promise<Row[]> {
    const rows: Row[] = []
    if (limit <= 0) return rows
    for await (const row of this) if (rows.push(row) >= limit) break
    return rows
  }
}

/** Rows by their organization's id, read a page at a time, from the beginning or after an id. */
export async function* everyPage<T extends { organizationId: string }>(
  read: (after: string | null, limit: number) => Promise<T[]>,
  page = 256,
  from: string | null = null,
): AsyncGenerator<T> {
  for (let after = from; ; ) {
    const rows = await read(after, page)
    yield* rows
    if (rows.length < page) return
    after = rows.at(-1)!.organizationId
  }
}

/** Rows by their organization's id, read a page at a time. */
export async function* everyPage<T extends { organizationId: string }>(
  read: (after: string | null, limit: number) => Promise<T[]>,
  page = 256,
): AsyncGenerator<T> {
  for (let after: string | null = null; ; ) {
    const rows = await read(after, page)
    yield* rows
    if (rows.length < page) return
    after = rows.at(-1)!.organizationId
  }
}

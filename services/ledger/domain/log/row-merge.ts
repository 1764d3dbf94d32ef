/** The rows of a group on two sides; undefined where a side has none. */
type Pair<L, R> = { group: string; left: L | undefined; right: R | undefined }

/** Reads two sides that are in the order of the bytes of `group` at once, so that each group comes once. */
export async function* merged<L extends { group: string }, R extends { group: string }>(
  left: AsyncIterable<L>,
  right: AsyncIterable<R>,
): AsyncGenerator<Pair<L, R>> {
  const [lefts, rights] = [left[Symbol.asyncIterator](), right[Symbol.asyncIterator]()]
  try {
    let l = await lefts.next()
    let r = await rights.next()
    while (l.done !== true || r.done !== true) {
      const order = l.done === true ? 1 : r.done === true ? -1 : byteOrder(l.value.group, r.value.group)
      const group = order <= 0 ? (l.value as L).group : (r.value as R).group
      yield {
        group,
        left: order <= 0 ? (l.value as L) : undefined,
        right: order >= 0 ? (r.value as R) : undefined,
      }
      if (order <= 0) l = await lefts.next()
      if (order >= 0) r = await rights.next()
    }
  } finally {
    await lefts.return?.()
    await rights.return?.()
  }
}

/** The order of collation "C". */
function byteOrder(a: string, b: string): number {
  return a === b ? 0 : Buffer.compare(Buffer.from(a), Buffer.from(b))
}

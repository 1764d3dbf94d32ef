/** The rows of a group on two sides; undefined where a side has none. */
type Pair<L, R> = { group: string; left: L | undefined; right: R | undefined }

/** Merges two sides that are sorted by the bytes of `group`. Each group comes once. */
export async function* merged<L extends { group: string }, R extends { group: string }>(
  left: AsyncIterable<L>,
  right: AsyncIterable<R>,
): AsyncGenerator<Pair<L, R>> {
  const [lefts, rights] = [left[Symbol.asyncIterator](), right[Symbol.asyncIterator]()]
  try {
    let l = await next(lefts)
    let r = await next(rights)
    for (;;) {
      const group = first(l?.group, r?.group)
      if (group === undefined) return
      const pair = {
        group,
        left: l?.group === group ? l : undefined,
        right: r?.group === group ? r : undefined,
      }
      yield pair
      if (pair.left !== undefined) l = await next(lefts)
      if (pair.right !== undefined) r = await next(rights)
    }
  } finally {
    await lefts.return?.()
    await rights.return?.()
  }
}

/** The next row of a side; undefined at its end. */
async function next<T>(side: AsyncIterator<T>): Promise<T | undefined> {
  const { done, value } = await side.next()
  return done === true ? undefined : value
}

/** The group that comes first in the order of collation "C". */
function first(a: string | undefined, b: string | undefined): string | undefined {
  if (a === undefined || b === undefined) return a ?? b
  return a === b || Buffer.compare(Buffer.from(a), Buffer.from(b)) < 0 ? a : b
}

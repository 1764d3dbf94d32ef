import { ownTurn } from '../concurrency/event-loop.ts'
import type { ListPlace } from '../concurrency/list-places.ts'
import { endOfCall } from '../interceptors/deadline.ts'

/**
 * Rows that were read together: the next ones of a list, as many as fit PART_BYTES, at least one. The rows of a page may have many
 * megabytes. Reading them in one turn would block the event loop, and need memory for all of them.
 *
 * `after`: the page ends here, since very many rows were read for it; the next one begins after the row with this id.
 */
export type Part<T> = { rows: T[]; bytes: number; isLast: boolean; after?: string }

/** @param limit how many rows were asked for */
export function partOf(texts: string[], limit: number): Part<string> {
  return {
    ...partOfSizes(
      texts.map((text) => ({ bytes: Buffer.byteLength(text) })),
      limit,
    ),
    rows: texts,
  }
}

/** The same for rows with further columns. */
export function partOfRows<T extends { record: string }>(rows: T[], limit: number): Part<T> {
  const records = rows.map(({ record }) => record)
  return { ...partOf(records, limit), rows }
}

/** The same for rows that say how many bytes they have. */
export function partOfSizes<T extends { bytes: number }>(rows: T[], limit: number): Part<T> {
  const bytes = rows.reduce((sum, row) => sum + row.bytes, 0)
  return { rows, bytes, isLast: rows.length >= limit || bytes < PART_BYTES }
}

/**
 * SQL that returns the first rows of a subquery, up to the row with which their records have PART_BYTES.
 *
 * @param columns of the result, from a row `p`
 * @param rows SQL of the rows, which have a column `record`, or what else `bytes` names; only rows that are returned are decompressed
 * @param order by which the rows are sorted, from a row `p`
 * @param bytes SQL of the size of a row `p`, never null
 */
export function firstPart(
  columns: string,
  rows: string,
  order: string,
  bytes = 'octet_length(p.record)',
): string {
  return `select ${columns} from (
      select p.*, sum(${bytes}) over (order by ${order} rows unbounded preceding) - (${bytes}) as earlier
      from (${rows}) p) p
    where p.earlier < ${PART_BYTES} order by ${order}`
}

export const PART_BYTES = 1024 * 1024

/** What a list that is read in parts needs of the place of its call. */
export type Place = Pick<ListPlace, 'read' | 'signal'>

/**
 * Gives others a turn before more is read.
 *
 * @param bytes read so far
 * @throws ConnectError CANCELED or DEADLINE_EXCEEDED once the caller has left
 */
export async function nextPart(bytes: number, place: Place | undefined): Promise<void> {
  await place?.read(bytes)
  if (place?.signal.aborted) throw endOfCall(place.signal.reason)
  await ownTurn()
}

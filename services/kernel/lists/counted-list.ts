import type { PageRequest, RowCount, RowOrder } from '../../../proto/gen/attestry/common/v1/paging_pb.ts'
import { countOf, listOptions, type Order } from './list.ts'
import { readPageInParts } from './paging.ts'
import type { Part, Place } from './part.ts'

/** The rows to read: up to `limit` after `cursor`. */
export type RowRange = { order: Order; limit: number; cursor: string | undefined }

/**
 * Reads a page in parts (`readPageInParts`), in the order that the request names, and counts the rows of the list where the
 * request asks for it.
 *
 * @throws DomainError VALIDATION for a malformed page
 */
export async function readCountedList<T extends { id: string }, R = string>(
  request: { page?: PageRequest; order?: RowOrder; withCount?: boolean },
  list: {
    read: (range: RowRange) => Promise<Part<R>>
    decode: (row: R) => T
    count: () => Promise<{ count: bigint; more: boolean }>
  },
  place: Place | undefined,
): Promise<{ rows: T[]; nextCursor: string; count?: RowCount }> {
  const { page, order, withCount } = listOptions(request)
  const read = (limit: number, cursor: string | undefined) => list.read({ order, limit, cursor })
  const found = await readPageInParts(page, read, list.decode, place)
  return withCount ? { ...found, count: countOf(await list.count()) } : found
}

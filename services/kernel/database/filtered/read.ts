import {
  type PageRequest,
  type RowCount,
  RowOrder,
} from '../../../../proto/gen/attestry/common/v1/paging_pb.ts'
import { pageOf, readPage } from '../../values/paging.ts'
import type { Conditions } from './conditions.ts'
import type { FilteredList } from './filtered-list.ts'

/** What every request of a list asks, beside its filters. */
export type ListAsked = { page?: PageRequest | undefined; order?: RowOrder; withCount?: boolean }

/** A page, and the count where it was asked for. */
export type ListRead<Item> = { rows: Item[]; nextCursor: string; count?: RowCount }

/**
 * Reads a page of a list by conditions.
 *
 * @param list the rows by conditions, how a row is read, and the shorter way to them, newest first, where `conditions` ask for nothing
 * that it does not
 * @throws DomainError VALIDATION for a page out of form
 */
export async function readList<Row extends { id: string }, Item extends { id: string }>(
  organizationId: string,
  { page: asked, order, withCount }: ListAsked,
  conditions: Conditions,
  {
    filtered,
    itemOf,
    whole,
  }: {
    filtered: FilteredList<Row>
    itemOf: (row: Row) => Item
    whole: ((limit: number, before: string | undefined) => Promise<Item[]>) | undefined
  },
): Promise<ListRead<Item>> {
  const page = pageOf(asked)
  const by = orderOf(order)
  const read = async () => {
    if (whole !== undefined && by === 'newest') return readPage(page, whole, ({ id }) => id)
    const found = await filtered.page(organizationId, conditions, page, by)
    return { rows: found.rows.map(itemOf), nextCursor: found.nextCursor }
  }
  const { rows, nextCursor } = await read()
  if (!withCount) return { rows, nextCursor }
  return { rows, nextCursor, count: countOf(await filtered.count(organizationId, conditions)) }
}

/** The order that a request names; a request over REST has none. */
export function orderOf(order: RowOrder | undefined): 'newest' | 'oldest' {
  return order === RowOrder.OLDEST ? 'oldest' : 'newest'
}

export function countOf({ count, more }: { count: bigint; more: boolean }): RowCount {
  return { $typeName: 'attestry.common.v1.RowCount', count, more }
}

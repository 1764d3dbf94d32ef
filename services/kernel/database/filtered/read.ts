import type { RowCount } from '../../../../proto/gen/attestry/common/v1/paging_pb.ts'
import { countOf, type ListOptions } from '../../lists/list.ts'
import { readPage } from '../../lists/paging.ts'
import type { Conditions } from './conditions.ts'
import type { FilteredList } from './filtered-list.ts'

/** A page, and the count where it was requested. */
export type ListPage<Row> = { rows: Row[]; nextCursor: string; count?: RowCount }

/**
 * Reads a page of a list that is filtered by conditions.
 *
 * @param whole a faster way to read the rows, newest first; the caller passes it only if it returns the same rows as `conditions`
 */
export async function readList<Row extends { id: string }>(
  organizationId: string,
  { page, order, withCount }: ListOptions,
  conditions: Conditions,
  filtered: FilteredList<Row>,
  whole?: (limit: number, before: string | undefined) => Promise<Row[]>,
): Promise<ListPage<Row>> {
  const read =
    whole !== undefined && order === 'newest'
      ? await readPage(page, whole, ({ id }) => id)
      : await filtered.page(organizationId, conditions, page, order)
  if (!withCount) return read
  return { ...read, count: countOf(await filtered.count(organizationId, conditions)) }
}

import type { RowCount } from '../../../../proto/gen/attestry/common/v1/paging_pb.ts'
import { countOf, type ListOptions } from '../../lists/list.ts'
import { readPageInParts } from '../../lists/paging.ts'
import type { Part } from '../../lists/part.ts'
import type { Conditions } from './conditions.ts'
import type { FilteredList } from './filtered-list.ts'

/** A page, and the count where it was requested. */
export type ListPage<Row> = { rows: Row[]; nextCursor: string; count?: RowCount }

/**
 * Reads a page of a list that is filtered by conditions.
 *
 * @param whole a faster way to read the rows in parts, newest first; the caller passes it only if it returns the same rows as `conditions`
 */
export async function readList<Row extends { id: string }>(
  organizationId: string,
  options: ListOptions,
  conditions: Conditions,
  filtered: FilteredList<Row>,
  whole?: (limit: number, before: string | undefined) => Promise<Part<Row>>,
): Promise<ListPage<Row>> {
  const { page, order, withCount, place } = options
  const read =
    whole !== undefined && order === 'newest'
      ? await readPageInParts(page, whole, (row) => row, place)
      : await filtered.page(organizationId, conditions, options)
  if (!withCount) return read
  return { ...read, count: countOf(await filtered.count(organizationId, conditions)) }
}

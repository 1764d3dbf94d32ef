import type { Timestamp } from '@bufbuild/protobuf/wkt'
import { type PageRequest, type RowCount, RowOrder } from '../../../proto/gen/attestry/common/v1/paging_pb.ts'
import { invalid } from '../errors/errors.ts'
import { dateOf } from '../values/time.ts'
import { type Page, pageOf } from './paging.ts'
import type { Place } from './part.ts'

/** The options of a list other than its filters: the page, the order, whether rows are counted, and the place of its call. */
export type ListOptions = { page: Page; order: Order; withCount: boolean; place?: Place | undefined }

/** Which rows a list begins with. */
export type Order = 'newest' | 'oldest'

/** A range of time, from `since` up to, not including, `until`; open where one is undefined. */
export type TimeRange = { since: Date | undefined; until: Date | undefined }

/** @throws DomainError VALIDATION for a malformed page */
export function listOptions(
  request: { page?: PageRequest; order?: RowOrder; withCount?: boolean },
  place?: Place,
): ListOptions {
  return {
    place,
    page: pageOf(request.page),
    order: firstOf(request.order),
    withCount: request.withCount ?? false,
  }
}

/** The order that a request names. A REST request names none. */
function firstOf(order: RowOrder | undefined): Order {
  return order === RowOrder.OLDEST ? 'oldest' : 'newest'
}

export function timeRange(since: Timestamp | undefined, until: Timestamp | undefined): TimeRange {
  return { since: since && dateOf(since), until: until && dateOf(until) }
}

export function countOf({ count, more }: { count: bigint; more: boolean }): RowCount {
  return { $typeName: 'attestry.common.v1.RowCount', count, more }
}

/** The texts that a search looks for; none for an empty search. @throws DomainError VALIDATION */
export function searchTexts(search: string): string[] {
  const parts = search.split(/\s+/).filter((part) => part !== '')
  if (search !== '' && parts.length === 0) throw invalid({ search: ['must have more than spaces'] })
  return parts
}

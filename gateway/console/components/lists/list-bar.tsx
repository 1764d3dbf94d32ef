import type { ReactNode } from 'react'
import {
  type RowCount,
  RowOrder,
  RowOrderSchema,
} from '../../../../proto/gen/attestry/common/v1/paging_pb.ts'
import { plural } from '../../language/words.ts'
import { Filter, SearchField, Unread, useParameters } from './filter.tsx'
import { enumValue, type Kind, type Kinds, searched } from './parameters.ts'

/**
 * Reads from the address the parameters that every list has in addition to its own filters.
 *
 * @param prefix of the names in the address, where a page has several lists
 * @param search says whether the list can be searched for a text
 */
export function useRowFilter(
  prefix: string,
  search: Kind = searched,
): { search?: string; order?: RowOrder; withCount: true } {
  const address = useParameters({ ...kindsOf(prefix), [`${prefix}q`]: search })
  const words = address[`${prefix}q`]
  const order = address[`${prefix}order`]
  return {
    ...(words === undefined ? {} : { search: words }),
    ...(order === undefined ? {} : { order: Number(order) as RowOrder }),
    withCount: true,
  }
}

const kindsOf = (prefix: string): Kinds => ({
  [`${prefix}q`]: searched,
  [`${prefix}order`]: enumValue(RowOrderSchema),
})

/** Search, further filters, order, and how many rows there are. */
export function ListBar({
  prefix = '',
  count,
  one,
  kinds = {},
  children,
}: {
  prefix?: string
  count: RowCount | undefined
  /** The word for a row: `asset`. */
  one: string | readonly string[]
  /**
   * The values that the parameters of the further filters may have, and those of the search where it does not take every text.
   */
  kinds?: Kinds
  children?: ReactNode
}): ReactNode {
  return (
    <>
      <div className="filters">
        <SearchField name={`${prefix}q`} label="Search" kind={kinds[`${prefix}q`] ?? searched} />
        {children}
        <Filter
          name={`${prefix}order`}
          label="Order"
          all="Newest first"
          options={[[String(RowOrder.OLDEST), 'Oldest first']]}
        />
        <span className="muted" role="status">
          {count !== undefined && `${count.more ? 'at least ' : ''}${plural(count.count, one)}`}
        </span>
      </div>
      <Unread kinds={{ ...kindsOf(prefix), ...kinds }} />
    </>
  )
}

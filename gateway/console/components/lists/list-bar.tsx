import type { ReactNode } from 'react'
import { type RowCount, RowOrder } from '../../../../proto/gen/attestry/common/v1/paging_pb.ts'
import { plural } from '../words.ts'
import { Filter, SearchField, useAddress } from './filter.tsx'

/**
 * The parameters of every list beside its own filters, from the address.
 *
 * @param prefix of the names in the address, where a page has several lists
 */
export function useRowFilter(prefix = ''): { search?: string; order?: RowOrder; withCount: true } {
  const [address] = useAddress()
  const search = address[`${prefix}q`]
  const order = address[`${prefix}order`]
  return {
    ...(search === undefined ? {} : { search }),
    ...(order === undefined ? {} : { order: Number(order) as RowOrder }),
    withCount: true,
  }
}

/** Search, further filters, order, and how many rows there are. */
export function ListBar({
  prefix = '',
  count,
  one,
  children,
}: {
  prefix?: string
  count: RowCount | undefined
  /** What a row is: `asset`. */
  one: string | readonly string[]
  children?: ReactNode
}): ReactNode {
  return (
    <div className="filters">
      <SearchField name={`${prefix}q`} label="Search" />
      {children}
      <Filter
        name={`${prefix}order`}
        label="Order"
        all="Newest first"
        options={[[String(RowOrder.OLDEST), 'Oldest first']]}
      />
      <span className="muted" role="status">
        {count !== undefined && `${count.more ? 'more than ' : ''}${plural(count.count, one)}`}
      </span>
    </div>
  )
}

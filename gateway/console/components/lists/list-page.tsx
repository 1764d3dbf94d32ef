import type { DescMessage, DescMethodUnary, MessageInitShape, MessageShape } from '@bufbuild/protobuf'
import { type ReactNode, useState } from 'react'
import { useList } from '../../api/list.ts'
import { DialogBoundary } from '../forms/dialog.tsx'
import { Card, PageHead } from '../page.tsx'
import { ListBar, useRowFilter } from './list-bar.tsx'
import type { Kinds } from './parameters.ts'
import { SaveList } from './save-list.tsx'
import { ListTable, RowActions, type TableProps } from './table.tsx'

/** A page that is one list: its head with the export, its filters, and its rows, of which one may be opened. */
export function ListPage<I extends DescMessage, O extends DescMessage, R extends DescMessage>({
  title,
  about,
  method,
  filter,
  pick,
  row,
  name,
  one,
  filters,
  kinds,
  empty,
  unmatched,
  endless = false,
  opened,
  actions,
  children,
  ...table
}: ListPageProps<I, O, R>): ReactNode {
  const common = useRowFilter('', kinds.q)
  // Every list RPC has the fields of `common`; the type of the request does not say so.
  const input: MessageInitShape<I> = { ...common, ...filter }
  const isFiltered = common.search !== undefined || Object.keys(filter).length > 0
  const list = useList(method, input, pick)
  const [open, setOpen] = useState<MessageShape<R>>()
  const [acted, setActed] = useState<MessageShape<R>>()
  const { now, isListed } = useRowNow({ method, pick, id: table.id }, list.rows, acted ?? open)
  const rowActions = { caption: title, id: table.id, ...(actions === undefined ? {} : { actions }) }
  return (
    <>
      <PageHead title={title} about={about}>
        <SaveList method={method} input={input} pick={pick} row={row} name={name} />
        {children}
      </PageHead>
      <ListBar count={list.count} one={one} kinds={kinds}>
        {filters}
      </ListBar>
      <Card flush>
        <ListTable
          {...table}
          {...rowActions}
          acted={setActed}
          list={list}
          endless={endless}
          empty={isFiltered ? unmatched : empty}
          {...(opened === undefined ? {} : { open: setOpen })}
        />
      </Card>
      {open !== undefined && (
        <DialogBoundary key={table.id(open)} title={title} onClose={() => setOpen(undefined)}>
          {opened?.(now ?? open, () => setOpen(undefined))}
        </DialogBoundary>
      )}
      {acted !== undefined && now !== undefined && !isListed && (
        // What the dialog shows follows the row also where the row has left the list.
        <div hidden>
          <RowActions {...rowActions} row={now} />
        </div>
      )}
    </>
  )
}

/** A row as it is recorded now, also where it has left the list: then it is looked for by its id. */
function useRowNow<I extends DescMessage, O extends DescMessage, Row>(
  { method, pick, id }: Rows<I, O, Row>,
  rows: readonly Row[],
  of: Row | undefined,
): { now: Row | undefined; isListed: boolean } {
  const isIt = (each: Row): boolean => of !== undefined && id(each) === id(of)
  const listed = rows.find(isIt)
  const search = of === undefined ? '' : id(of)
  const alone = useList(method, { search } as unknown as MessageInitShape<I>, pick, {
    enabled: of !== undefined && listed === undefined,
  })
  return { now: listed ?? alone.rows.find(isIt), isListed: listed !== undefined }
}

type Rows<I extends DescMessage, O extends DescMessage, Row> = {
  method: DescMethodUnary<I, O>
  pick: (answer: MessageShape<O>) => Row[]
  id: (row: Row) => string
}

type ListPageProps<I extends DescMessage, O extends DescMessage, R extends DescMessage> = {
  title: string
  about: string
  method: DescMethodUnary<I, O>
  /** Its own filters, without those that every list has (useRowFilter). */
  filter: MessageInitShape<I> & object
  pick: (answer: MessageShape<O>) => MessageShape<R>[]
  /** The kind of a row: the name of the file in which rows are saved (`assets`), and the word for one (`asset`). */
  row: R
  name: string
  one: string | readonly string[]
  filters: ReactNode
  /** What the parameters of these filters may be. */
  kinds: Kinds
  /** Shown where there are no rows, and where the filters match none. */
  empty: ReactNode
  unmatched: ReactNode
  endless?: boolean
  /** What is shown of the row that a person opened. */
  opened?: (row: MessageShape<R>, close: () => void) => ReactNode
  /** Further actions of the head. */
  children?: ReactNode
} & Pick<TableProps<MessageShape<R>>, 'columns' | 'id' | 'href' | 'actions'>

import type { DescMessage, DescMethodUnary, MessageInitShape, MessageShape } from '@bufbuild/protobuf'
import { type ReactNode, useState } from 'react'
import { useList } from '../../api/list.ts'
import { DialogBoundary } from '../forms/dialog.tsx'
import { Card, PageHead } from '../page.tsx'
import { ListBar, useRowFilter } from './list-bar.tsx'
import type { Kinds } from './parameters.ts'
import { SaveList } from './save-list.tsx'
import { ListTable, RowActions, type TableProps } from './table.tsx'

/** A page with one list: a head with the export, filters, and rows, of which a person may open one. */
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
      {acted !== undefined && now !== undefined && !isListed && <HiddenActions {...rowActions} row={now} />}
    </>
  )
}

/** The actions of a row that has left the list. A dialog of theirs follows the recorded row. */
function HiddenActions<Row>(props: Parameters<typeof RowActions<Row>>[0]): ReactNode {
  return (
    <div hidden>
      <RowActions {...props} />
    </div>
  )
}

/** Returns a row as it is recorded now. A row that has left the list is fetched by its id. */
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
  /** The list's own filters, without those that every list has (useRowFilter). */
  filter: MessageInitShape<I> & object
  pick: (answer: MessageShape<O>) => MessageShape<R>[]
  /** The message of a row; `name`: of the file in which rows are saved (`assets`); `one`: the word for a row (`asset`). */
  row: R
  name: string
  one: string | readonly string[]
  filters: ReactNode
  /** The values that the parameters of these filters may have. */
  kinds: Kinds
  /** Shown where there are no rows; `unmatched`: where no row matches the filters. */
  empty: ReactNode
  unmatched: ReactNode
  endless?: boolean
  /** Renders the row that a person opened. */
  opened?: (row: MessageShape<R>, close: () => void) => ReactNode
  /** Further actions of the head. */
  children?: ReactNode
} & Pick<TableProps<MessageShape<R>>, 'columns' | 'id' | 'href' | 'actions'>

import { type ReactNode, useEffect, useRef } from 'react'
import type { List } from '../../api/list.ts'
import { ActionsOfRow } from '../forms/page-dialogs.tsx'
import { Failed, Loading } from '../states.tsx'
import { shapeOf } from './table-shape.ts'
import { ROWS_AT_ONCE, WindowedRows } from './windowed-rows.tsx'

/** A column of a table. */
export type Column<Row> = {
  label: string
  cell: (row: Row) => ReactNode
  kind?: 'number' | 'code' | 'long' | 'time'
  /** On a phone the card shows this column before the others: the deadline. */
  first?: boolean
}

export type TableProps<Row> = {
  caption: string
  columns: Column<Row>[]
  rows: readonly Row[]
  id: (row: Row) => string
  href?: (row: Row) => string | undefined
  open?: (row: Row) => void
  /** The actions of a row. Their dialogs stay open where the row leaves the list (components/forms/page-dialogs.tsx). */
  actions?: (row: Row) => ReactNode
  /** Called with the row whose action was begun, and with undefined when the action has ended. */
  acted?: (row: Row | undefined) => void
  /** The boxes before the rows by which a person chooses them. */
  choose?: { all: ReactNode; one: (row: Row) => ReactNode }
  /** How many rows there are in all; -1 while more may come. */
  count?: number
}

/**
 * A table. Where the element around it is narrow, each row is a card. The first column leads to the row, by an address (`href`)
 * or a function (`open`). Of many rows only those near the window are in the document; `aria-rowindex` has their numbers.
 */
export function Table<Row>(table: TableProps<Row>): ReactNode {
  const { caption, columns, rows, actions, choose, count = rows.length } = table
  const isWindowed = rows.length > ROWS_AT_ONCE
  const cells = columns.length + (actions === undefined ? 0 : 1) + (choose === undefined ? 0 : 1)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: an element that scrolls can be scrolled by keyboard.
    <section className="scroll" tabIndex={0} aria-label={caption} ref={shapeOf(cells)}>
      <table {...TABLE} {...(isWindowed ? { 'aria-rowcount': count < 0 ? -1 : count + 1 } : {})}>
        <caption className="hidden">{caption}</caption>
        <thead {...GROUP}>
          <tr {...ROW}>
            {choose !== undefined && (
              <th scope="col" {...HEADING} className="choose">
                {choose.all}
              </th>
            )}
            {columns.map(({ label, kind }) => (
              <th key={label} scope="col" {...HEADING} className={kind}>
                {label}
              </th>
            ))}
            {actions !== undefined && (
              <th scope="col" {...HEADING}>
                <span className="hidden">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        {isWindowed ? (
          <WindowedRows rows={rows} id={table.id} cells={cells}>
            {(row) => <Cells {...table} row={row} />}
          </WindowedRows>
        ) : (
          <tbody {...GROUP}>
            {rows.map((row) => (
              <tr key={table.id(row)} data-row={table.id(row)} {...ROW}>
                <Cells {...table} row={row} />
              </tr>
            ))}
          </tbody>
        )}
      </table>
    </section>
  )
}

function Cells<Row>({ row, ...table }: TableProps<Row> & { row: Row }): ReactNode {
  const { columns, actions, choose, href, open } = table
  return (
    <>
      {choose !== undefined && (
        <td {...CELL} className="choose">
          {choose.one(row)}
        </td>
      )}
      {columns.map((column, index) => (
        <td
          key={column.label}
          {...CELL}
          data-label={column.label}
          className={[column.kind, column.first ? 'first' : '', index === 0 ? 'lead' : ''].join(' ')}
        >
          {/* One box for any content: on a phone its label is beside it. */}
          <div>
            {index === 0 ? <Lead row={row} column={column} href={href} open={open} /> : column.cell(row)}
          </div>
        </td>
      ))}
      {actions !== undefined && (
        <td {...CELL} className="actions">
          <RowActions {...table} row={row} />
        </td>
      )}
    </>
  )
}

/** The actions of a row. They stay the same ones when the row is rendered anew. */
export function RowActions<Row>({
  caption,
  id,
  row,
  actions,
  acted,
}: Pick<TableProps<Row>, 'caption' | 'id' | 'actions' | 'acted'> & { row: Row }): ReactNode {
  return (
    <ActionsOfRow
      value={{ key: `${caption} ${id(row)}`, acted: acted && ((isOpen) => acted(isOpen ? row : undefined)) }}
    >
      {actions?.(row)}
    </ActionsOfRow>
  )
}

function Lead<Row>({
  row,
  column,
  href,
  open,
}: {
  row: Row
  column: Column<Row>
  href?: ((row: Row) => string | undefined) | undefined
  open?: ((row: Row) => void) | undefined
}): ReactNode {
  const to = href?.(row)
  if (to !== undefined) {
    return (
      // In a list of many rows a plain link costs far less than a link of the router. The router follows its address as well.
      <a className="row" href={`#${to}`}>
        {column.cell(row)}
      </a>
    )
  }
  if (open === undefined) return <span>{column.cell(row)}</span>
  return (
    <button type="button" className="row" onClick={() => open(row)}>
      {column.cell(row)}
    </button>
  )
}

/**
 * The rows of a list RPC as a table. Shows a placeholder while they load, where they fail to load, or where there are none.
 * `endless`: fetches the next page when a person scrolls near the end, and a few pages where the rows do not fill the window.
 */
export function ListTable<Row>({
  list,
  empty,
  endless = false,
  ...table
}: { list: List<Row>; empty: ReactNode; endless?: boolean } & Omit<
  TableProps<Row>,
  'rows' | 'count'
>): ReactNode {
  if (list.error && list.rows.length === 0) return <Failed error={list.error} retry={list.retry} />
  if (list.isPending) return <Loading />
  // A page of a filtered list can be empty while there is more.
  if (list.rows.length === 0 && !list.hasMore) return empty
  return (
    <>
      <Table {...table} rows={list.rows} count={list.hasMore ? -1 : list.rows.length} />
      {list.error !== null && <Failed error={list.error} retry={list.retry} />}
      {list.hasMore && <More list={list} endless={endless && list.error === null} />}
    </>
  )
}

function More<Row>({ list, endless }: { list: List<Row>; endless: boolean }): ReactNode {
  const { rows, more, isFetching, isLoadingMore } = list
  const element = useRef<HTMLParagraphElement>(null)
  const unasked = useRef(0)
  const fetchNext = useRef(more)
  fetchNext.current = more
  // An observer fires when an element comes into view, and not while it stays there, so that each answer needs a new observer.
  // The effect depends on `rows`, since an answer that comes at once is never rendered as loading, and on `isFetching`, for a
  // page that is given up for a refresh.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  useEffect(() => {
    if (!endless || isLoadingMore || element.current === null) return
    const observer = new IntersectionObserver(
      (entries) => {
        // On a busy page there may be several entries, oldest first. The last one has the present state.
        if (entries.at(-1)?.isIntersecting !== true) return
        if (window.scrollY === 0 && unasked.current++ >= UNASKED) return
        fetchNext.current()
      },
      { rootMargin: '0px 0px 1000px' },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [endless, isFetching, isLoadingMore, rows])
  return (
    <p className="more" ref={element}>
      <button type="button" onClick={more} disabled={isLoadingMore}>
        {isLoadingMore ? 'Loading …' : 'Show more'}
      </button>
    </p>
  )
}

/** The number of pages that are fetched before anybody scrolls. */
const UNASKED = 3

/**
 * The native roles of the elements. They are set since an element can lose its role when CSS changes its display, as in cards.
 */
const TABLE = { role: 'table' }
const GROUP = { role: 'rowgroup' }
const ROW = { role: 'row' }
const HEADING = { role: 'columnheader' }
const CELL = { role: 'cell' }

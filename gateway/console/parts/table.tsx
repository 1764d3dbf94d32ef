import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { List } from '../api/list.ts'
import { Failed, Loading } from './states.tsx'

/** A column: its heading, what stands in it, and whether its card shows it first on a phone. */
export type Column<Row> = {
  label: string
  cell: (row: Row) => ReactNode
  kind?: 'number' | 'code' | 'long'
  /** On a phone the deadline comes before everything else. */
  first?: boolean
}

/**
 * A table; below 768 px each row is a card. The first column leads to the row: by an address (`href`) or by a function
 * (`open`). `actions` gives what may be done with a row.
 */
export function Table<Row>({
  caption,
  columns,
  rows,
  id,
  href,
  open,
  actions,
}: {
  caption: string
  columns: Column<Row>[]
  rows: readonly Row[]
  id: (row: Row) => string
  href?: (row: Row) => string | undefined
  open?: (row: Row) => void
  actions?: (row: Row) => ReactNode
}): ReactNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard.
    <section className="scroll" tabIndex={0} aria-label={caption}>
      <table {...TABLE}>
        <caption className="hidden">{caption}</caption>
        <thead {...GROUP}>
          <tr {...ROW}>
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
        <tbody {...GROUP}>
          {rows.map((row) => (
            <tr key={id(row)} {...ROW}>
              {columns.map((column, index) => (
                <td
                  key={column.label}
                  {...CELL}
                  data-label={column.label}
                  className={[column.kind, column.first ? 'first' : '', index === 0 ? 'lead' : ''].join(' ')}
                >
                  {index === 0 ? <Lead {...{ row, column, href, open }} /> : column.cell(row)}
                </td>
              ))}
              {actions !== undefined && (
                <td {...CELL} className="actions">
                  {actions(row)}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
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
      <Link className="row" to={to}>
        {column.cell(row)}
      </Link>
    )
  }
  if (open === undefined) return <span>{column.cell(row)}</span>
  return (
    <button type="button" className="row" onClick={() => open(row)}>
      {column.cell(row)}
    </button>
  )
}

/** The rows of a list RPC as a table, with what stands in their place while they load, fail or are none. */
export function ListTable<Row>({
  list,
  empty,
  ...table
}: { list: List<Row>; empty: ReactNode } & Omit<Parameters<typeof Table<Row>>[0], 'rows'>): ReactNode {
  if (list.error && list.rows.length === 0) return <Failed error={list.error} retry={list.retry} />
  if (list.isPending) return <Loading />
  // A page of a filtered list can be empty while there is more.
  if (list.rows.length === 0 && !list.hasMore) return empty
  return (
    <>
      <Table {...table} rows={list.rows} />
      {list.error !== null && <Failed error={list.error} retry={list.retry} />}
      {list.hasMore && (
        <p className="more">
          <button type="button" onClick={list.more} disabled={list.isLoadingMore}>
            {list.isLoadingMore ? 'Loading …' : 'Show more'}
          </button>
        </p>
      )}
    </>
  )
}

/** The roles that the elements have by themselves, kept where their display changes: below 768 px rows are cards. */
const TABLE = { role: 'table' }
const GROUP = { role: 'rowgroup' }
const ROW = { role: 'row' }
const HEADING = { role: 'columnheader' }
const CELL = { role: 'cell' }

import {
  defaultRangeExtractor,
  measureElement,
  type Range,
  useWindowVirtualizer,
  type Virtualizer,
} from '@tanstack/react-virtual'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { usePrinting } from './printing.ts'

/** Up to this number of rows, all rows are in the document. */
export const ROWS_AT_ONCE = 60

/**
 * Renders, of many rows, those near the window, with gaps in place of the others. The row with the focus and its neighbours are
 * always rendered, so that the focus is not lost and keys reach the next row. For printing all rows are rendered.
 */
export function WindowedRows<Row>({
  rows,
  id,
  cells,
  children,
}: {
  rows: readonly Row[]
  id: (row: Row) => string
  /** The number of cells of a row. */
  cells: number
  children: (row: Row) => ReactNode
}): ReactNode {
  const body = useRef<HTMLTableSectionElement>(null)
  const [margin, setMargin] = useState(0)
  const [focused, setFocused] = useState(-1)
  const isPrinting = usePrinting()
  useFixedColumns(body)
  useLayoutEffect(() => {
    const top = Math.round(body.current!.getBoundingClientRect().top + window.scrollY)
    if (Math.abs(top - margin) > 1) setMargin(top)
  })
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: (index) => heights.get(id(rows[index]!)) ?? 40,
    measureElement: (element, entry, instance) => {
      const height = measureElement(element, entry, instance)
      keepHeight(element.getAttribute('data-row')!, height)
      return height
    },
    overscan: 10,
    scrollMargin: margin,
    getItemKey: (index) => id(rows[index]!),
    rangeExtractor: (range) => (isPrinting ? all(rows.length) : withNeighbours(range, focused)),
  })
  return (
    <tbody
      ref={body}
      {...GROUP}
      onFocus={({ target }) => setFocused(Number(target.closest('tr')?.dataset.index ?? -1))}
      onBlur={() => setFocused(-1)}
    >
      {rowsBetweenGaps(virtual, { margin, cells, content: (index) => children(rows[index]!) })}
    </tbody>
  )
}

/** The heights that rows had. A list that is shown again is thus as long as before, so that going back leads to the same row. */
const heights = new Map<string, number>()

function keepHeight(id: string, height: number): void {
  if (heights.size >= MAX_HEIGHTS) heights.clear()
  heights.set(id, height)
}

const MAX_HEIGHTS = 50_000

/** Returns the rendered rows, with gaps before, between and after them that are as high as the rows that are left out. */
function rowsBetweenGaps(
  virtual: Virtualizer<Window, Element>,
  { margin, cells, content }: { margin: number; cells: number; content: (index: number) => ReactNode },
): ReactNode[] {
  const shown: ReactNode[] = []
  let end = margin
  const gap = (height: number): void => {
    if (height < 1) return
    shown.push(
      // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row of a table takes no focus.
      <tr key={`gap ${shown.length}`} className="gap" aria-hidden="true">
        <td className="none" colSpan={cells} style={{ height }} />
      </tr>,
    )
  }
  for (const { index, key, start, end: next } of virtual.getVirtualItems()) {
    gap(start - end)
    shown.push(
      <tr
        key={String(key)}
        ref={virtual.measureElement}
        data-index={index}
        data-row={key}
        {...ROW}
        aria-rowindex={index + 2}
      >
        {content(index)}
      </tr>,
    )
    end = next
  }
  gap(margin + virtual.getTotalSize() - end)
  return shown
}

/** The native roles of the elements, which are set since they can lose them where rows are cards. */
const GROUP = { role: 'rowgroup' }
const ROW = { role: 'row' }

const all = (count: number): number[] => Array.from({ length: count }, (_, index) => index)

function withNeighbours(range: Range, focused: number): number[] {
  const near = defaultRangeExtractor(range)
  if (focused < 0) return near
  const kept = [focused - 1, focused, focused + 1].filter((index) => index >= 0 && index < range.count)
  return [...new Set([...near, ...kept])].sort((a, b) => a - b)
}

/**
 * Fixes the column widths by the first rows, so that columns do not move while a person scrolls. The column with the names gets a
 * large part of the width, since names further down may be longer.
 */
function useFixedColumns(body: { readonly current: HTMLTableSectionElement | null }): void {
  useLayoutEffect(() => {
    const table = body.current!.closest('table')!
    const headings = [...table.querySelectorAll('th')]
    const lead = headings.find((heading) => !heading.classList.contains('choose'))
    let width = -1
    const fix = (): void => {
      // Without rows there are only the headings, whose widths say nothing about the cells.
      if (body.current?.querySelector('[data-row]') == null) return
      if (table.parentElement!.clientWidth === width) return
      width = table.parentElement!.clientWidth
      table.style.tableLayout = 'auto'
      for (const heading of headings) heading.style.width = heading === lead ? LEAD : ''
      const widths = headings.map((heading) => heading.getBoundingClientRect().width)
      for (const [i, heading] of headings.entries()) heading.style.width = `${widths[i]}px`
      table.style.tableLayout = 'fixed'
    }
    const observer = new ResizeObserver(fix)
    observer.observe(table.parentElement!)
    observer.observe(body.current!)
    fix()
    return () => {
      observer.disconnect()
      table.style.tableLayout = ''
      for (const heading of headings) heading.style.width = ''
    }
  }, [body])
}

/** The smallest part of the width for the first column, where the other columns leave that much. */
const LEAD = '32%'

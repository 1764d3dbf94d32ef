import { type ReactNode, useLayoutEffect, useState } from 'react'
import { Dialog } from '../components/forms/dialog.tsx'
import { keysOfPage } from '../components/key-bindings.ts'
import { readStored, store } from '../components/stored.ts'

/**
 * The keys of every page: j and k go through the rows, x chooses a row, / leads to the search, ? lists these keys and those of
 * the page (components/key-bindings.ts). A person can switch single keys off (WCAG 2.2, 2.1.4). In a field and in a dialog they
 * are letters.
 */
export function Shortcuts(): ReactNode {
  const [open, setOpen] = useState(false)
  const [on, setOn] = useState(() => readStored(PLACE) !== 'off')
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      if (document.querySelector('dialog[open]') !== null) return
      const run = event.key === '?' ? () => setOpen(true) : on ? actionOf(event.key) : undefined
      if (run === undefined) return
      run()
      event.preventDefault()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [on])
  if (!open) return null
  return (
    <Dialog title="Keys" onClose={() => setOpen(false)}>
      <dl className="keys">
        {[...keysOfPage().map(({ key, what }) => [key, what] as const), ...KEYS].map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <label className="check">
        <input
          type="checkbox"
          checked={on}
          onChange={(event) => {
            setOn(event.currentTarget.checked)
            store(PLACE, event.currentTarget.checked ? 'on' : 'off')
          }}
        />{' '}
        Keys of one character act (? always does)
      </label>
    </Dialog>
  )
}

/** Returns the action of a key, on every page or on the page that is shown. */
function actionOf(pressed: string): (() => void) | undefined {
  return [...ON_EVERY_PAGE, ...keysOfPage()].find(({ key }) => key === pressed)?.run
}

/** Moves the focus to the next row of the page, or to the row before. */
function step(by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('main tbody .row')]
  const present = rows.findIndex((row) => row.closest('tr')?.contains(document.activeElement))
  const next = present < 0 ? (by === 1 ? 0 : rows.length - 1) : present + by
  rows[Math.max(0, Math.min(next, rows.length - 1))]?.focus()
}

/** Ticks the box of the row that has the focus. */
function choose(): void {
  const row = document.activeElement?.closest('main tbody tr')
  row?.querySelector<HTMLElement>('.choose input')?.click()
}

function search(): void {
  document.querySelector<HTMLElement>('main input[type=search]')?.focus()
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.closest('input:not([type=checkbox]), textarea, select') !== null
  )
}

const PLACE = 'attestry.keys'
const ON_EVERY_PAGE = [
  { key: 'j', run: () => step(1) },
  { key: 'k', run: () => step(-1) },
  { key: 'x', run: choose },
  { key: '/', run: search },
]
const KEYS = [
  ['j', 'next row'],
  ['k', 'previous row'],
  ['Enter', 'open the row'],
  ['x', 'choose the row'],
  ['/', 'search'],
  ['Ctrl K', 'go to a page'],
  ['?', 'these keys'],
] as const

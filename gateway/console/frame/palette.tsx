import { useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react'
import { useMay } from '../api/session.ts'
import { Dialog } from '../components/forms/dialog.tsx'
import { MENU } from './menu.ts'

/** Goes to a page by its name: Ctrl K, or the button. */
export function Palette(): ReactNode {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent): void => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        setOpen(true)
      }
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
  return (
    <>
      <button type="button" className="find" onClick={() => setOpen(true)}>
        <span>Go to …</span>
        <kbd>Ctrl K</kbd>
      </button>
      {open && <Choices onClose={() => setOpen(false)} />}
    </>
  )
}

function Choices({ onClose }: { onClose: () => void }): ReactNode {
  const router = useRouter()
  const list = useId()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const found = usePages(text)
  const go = (index: number): void => {
    const entry = found[index]
    if (entry === undefined) return
    onClose()
    void router.navigate({ to: entry.to })
  }
  const key = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') setAt(Math.min(at + 1, found.length - 1))
    else if (event.key === 'ArrowUp') setAt(Math.max(at - 1, 0))
    else if (event.key === 'Enter') go(at)
    else return
    event.preventDefault()
  }
  return (
    <Dialog title="Go to" onClose={onClose}>
      <input
        type="text"
        role="combobox"
        aria-label="Page"
        aria-expanded="true"
        aria-controls={list}
        aria-activedescendant={found[at] === undefined ? undefined : `${list}${at}`}
        placeholder="Name of a page"
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setAt(0)
        }}
        onKeyDown={key}
      />
      <div className="choices" role="listbox" id={list} aria-label="Pages">
        {found.map(({ to, title }, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the active choice.
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys.
          <div
            key={to}
            id={`${list}${index}`}
            role="option"
            aria-selected={index === at}
            onClick={() => go(index)}
          >
            {title}
          </div>
        ))}
      </div>
    </Dialog>
  )
}

/** Returns the pages that the person may open and whose names contain the text. */
function usePages(text: string) {
  const may = useMay()
  return [...MENU.flatMap(({ entries }) => entries), { to: '/account' as const, title: 'Your account' }]
    .filter((entry) => !('needs' in entry) || entry.needs === undefined || may(entry.needs))
    .filter(({ title }) => title.toLowerCase().includes(text.toLowerCase()))
}

import { useLayoutEffect } from 'react'

/** A key of the page that is shown, and what pressing it does: `{ key: 'm', what: 'move the incident' }`. */
type Key = { key: string; what: string; run: () => void }

const present = new Set<readonly Key[]>()

/** Makes keys work while the part of the page that names them is shown (components/shortcuts.tsx), from the moment it is shown. */
export function useKeyBindings(keys: readonly Key[]): void {
  useLayoutEffect(() => {
    present.add(keys)
    return () => {
      present.delete(keys)
    }
  })
}

/** The keys of the parts that are shown now. */
export const keysOfPage = (): Key[] => [...present].flat()

/** The id of the row that has the focus. */
export function focusedRow(): string | undefined {
  return document.activeElement?.closest<HTMLElement>('main tbody tr')?.dataset.row
}

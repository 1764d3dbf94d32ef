import { useLayoutEffect } from 'react'

/** A key of the page that is shown, and what pressing it does: `{ key: 'm', what: 'move the incident' }`. */
type Key = { key: string; what: string; run: () => void }

const present = new Set<readonly Key[]>()

/** Makes keys work as soon as and as long as the component that names them is shown (frame/shortcuts.tsx). */
export function useKeyBindings(keys: readonly Key[]): void {
  useLayoutEffect(() => {
    present.add(keys)
    return () => {
      present.delete(keys)
    }
  })
}

/** Returns the keys of the components that are shown now. */
export const keysOfPage = (): Key[] => [...present].flat()

/** Returns the id of the row that has the focus. */
export function focusedRow(): string | undefined {
  return document.activeElement?.closest<HTMLElement>('main tbody tr')?.dataset.row
}

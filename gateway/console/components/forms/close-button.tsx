import type { ReactNode } from 'react'

/** The footer of a dialog that shows a result: the button that closes it. */
export function CloseButton({ close }: { close: () => void }): ReactNode {
  return (
    <footer>
      <button type="button" className="main" onClick={close}>
        Done
      </button>
    </footer>
  )
}

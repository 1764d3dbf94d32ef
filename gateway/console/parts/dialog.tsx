import { type ReactNode, useEffect, useId, useRef } from 'react'
import { createPortal } from 'react-dom'

/**
 * A modal dialog: the browser's own, so that the focus stays in it and goes back when it ends. Escape and the button
 * ask `onClose`, which may refuse.
 */
export function Dialog({
  title,
  wide = false,
  onClose,
  children,
}: {
  title: string
  wide?: boolean
  onClose: () => void
  children: ReactNode
}): ReactNode {
  const element = useRef<HTMLDialogElement>(null)
  const heading = useId()
  useEffect(() => {
    const { current } = element
    if (current !== null && !current.open) current.showModal()
    return () => current?.close()
  }, [])
  return createPortal(
    <dialog
      ref={element}
      className={wide ? 'wide' : ''}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      // Keys of the page behind stay out.
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Escape') {
          event.preventDefault()
          onClose()
        }
      }}
    >
      <header>
        <h2 id={heading}>{title}</h2>
        <button type="button" className="quiet" aria-label="Close" onClick={onClose}>
          ✕
        </button>
      </header>
      {children}
    </dialog>,
    document.body,
  )
}

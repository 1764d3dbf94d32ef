import { type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { Boundary, Broken } from '../boundary.tsx'

type DialogProps = {
  title: string
  wide?: boolean
  /** The focus begins on the title: keys that are pressed when the dialog opens reach no field. */
  focusesTitle?: boolean
  onClose: () => void
  children: ReactNode
}

/**
 * A modal dialog. It is the browser's own, so that the focus stays in it and returns when it closes. The focus begins in the
 * first field, and in a dialog without fields on the button that leaves it. Escape and the close button call `onClose`, which may
 * refuse.
 *
 * @param abandon closes the dialog without a question where its content breaks; default: `onClose`
 */
export function Dialog({ abandon, ...props }: DialogProps & { abandon?: () => void }): ReactNode {
  return (
    <DialogBoundary title={props.title} onClose={abandon ?? props.onClose}>
      <Modal {...props} />
    </DialogBoundary>
  )
}

/** Shows a dialog that can be closed where the dialog within breaks. */
export function DialogBoundary({
  title,
  onClose,
  children,
}: Pick<DialogProps, 'title' | 'onClose' | 'children'>): ReactNode {
  return (
    <Boundary
      broken={(error, retry) => (
        <Modal title={title} onClose={onClose}>
          <Broken error={error} retry={retry} />
        </Modal>
      )}
    >
      {children}
    </Boundary>
  )
}

function Modal({ title, wide = false, focusesTitle = false, onClose, children }: DialogProps): ReactNode {
  const element = useRef<HTMLDialogElement>(null)
  const heading = useId()
  const isTitleFirst = useRef(focusesTitle)
  // The dialog is closed while it is still in the document: one that was removed does not return the focus.
  useLayoutEffect(() => {
    const { current } = element
    if (current !== null && !current.open) {
      current.showModal()
      // The title, or the first field, or the first button below.
      const first = isTitleFirst.current
        ? current.querySelector<HTMLElement>(TITLE)
        : current.querySelector<HTMLElement>(':is(input, select, textarea):not([type=hidden]), footer button')
      first?.focus()
    }
    return () => {
      current?.close()
      focusContentWithout(current)
    }
  }, [])
  useEscapeOutside(element, onClose)
  return createPortal(
    <dialog
      ref={element}
      className={wide ? 'wide' : ''}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      // Keys do not reach the page behind the dialog.
      onKeyDown={(event) => {
        event.stopPropagation()
        // Escape cancels the text that an input method composes.
        if (event.key === 'Escape' && !event.nativeEvent.isComposing) {
          event.preventDefault()
          // A key that is held down is pressed once.
          if (!event.repeat) onClose()
        }
      }}
    >
      <header>
        <h2 id={heading} tabIndex={-1}>
          {title}
        </h2>
        <button type="button" className="quiet" aria-label="Close" onClick={onClose}>
          <Cross />
        </button>
      </header>
      {children}
    </dialog>,
    document.body,
  )
}

/**
 * Calls `onClose` for Escape where the focus is outside every dialog: a browser moves it there from a button that was disabled. The
 * browser itself would ask only once, and close the dialog at the next Escape.
 */
function useEscapeOutside(dialog: RefObject<HTMLDialogElement | null>, onClose: () => void): void {
  useEffect(() => {
    const onEscape = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || (event.target as Element).closest?.('dialog')) return
      if ([...document.querySelectorAll('dialog[open]')].at(-1) !== dialog.current) return
      event.preventDefault()
      if (!event.repeat) onClose()
    }
    document.addEventListener('keydown', onEscape)
    return () => document.removeEventListener('keydown', onEscape)
  }, [dialog, onClose])
}

/**
 * Moves the focus to the title of the dialog below, or to the content of the page, where the element that had it before the dialog
 * is gone or disabled.
 */
function focusContentWithout(dialog: HTMLDialogElement | null): void {
  const { activeElement, body } = document
  if (activeElement !== null && activeElement !== body && dialog?.contains(activeElement) !== true) return
  const below = [...document.querySelectorAll('dialog[open]')].at(-1)?.querySelector<HTMLElement>(TITLE)
  ;(below ?? document.querySelector('main'))?.focus({ preventScroll: true })
}

const TITLE = 'h2'

/** A cross as an image, since not every font has the character. */
export function Cross(): ReactNode {
  return (
    <svg className="cross" viewBox="0 0 16 16" aria-hidden="true">
      <path d="M3.5 3.5l9 9M12.5 3.5l-9 9" />
    </svg>
  )
}

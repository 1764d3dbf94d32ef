import type { ReactNode } from 'react'

/** Asks before a dialog closes from which something would be lost. */
export function Asking(props: {
  text: string
  stay: string
  leave: string
  onStay: () => void
  onLeave: () => void
}): ReactNode {
  return (
    <div className="asking" role="alertdialog" aria-label={props.text}>
      <p>{props.text}</p>
      <div className="actions">
        <button type="button" onClick={props.onStay}>
          {props.stay}
        </button>
        <button type="button" className="bad" onClick={props.onLeave}>
          {props.leave}
        </button>
      </div>
    </div>
  )
}

/** Asks before typed text is discarded. */
export function AskToDiscard({ stay, leave }: { stay: () => void; leave: () => void }): ReactNode {
  return (
    <Asking text="Discard your input?" stay="Keep editing" leave="Discard" onStay={stay} onLeave={leave} />
  )
}

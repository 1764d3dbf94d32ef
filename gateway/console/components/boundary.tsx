import { Component, createContext, type ReactNode } from 'react'

/** Shown in place of `children` after they broke; everything typed in them is lost. `retry` renders them again. */
type BoundaryProps = { children: ReactNode; broken: (error: unknown, retry: () => void) => ReactNode }

/** The page that the person is on. On another page, what broke is rendered again: React may take it for the same part of a page. */
export const Place = createContext('')

/** Confines an error of the console itself: React removes everything up to the next boundary. */
export class Boundary extends Component<BoundaryProps, { error?: unknown; isBroken: boolean }> {
  static override contextType = Place
  override state: { error?: unknown; isBroken: boolean } = { isBroken: false }
  #place: unknown

  static getDerivedStateFromError(error: unknown) {
    return { error, isBroken: true }
  }

  override componentDidMount(): void {
    this.#place = this.context
  }

  override componentDidUpdate(): void {
    if (this.#place === this.context) return
    this.#place = this.context
    if (this.state.isBroken) this.#retry()
  }

  readonly #retry = (): void => this.setState({ error: undefined, isBroken: false })

  override render(): ReactNode {
    const { children, broken } = this.props
    const { error, isBroken } = this.state
    return isBroken ? broken(error, this.#retry) : children
  }
}

/** Says that the console itself has failed: this is no answer of the server. */
export function Broken({
  title = 'This part',
  text = 'The console itself has failed. What you did last may be recorded: look before you do it again.',
  label = 'Try again',
  error,
  retry,
}: {
  title?: string
  text?: string
  label?: string
  error: unknown
  retry: () => void
}): ReactNode {
  const message = error instanceof Error ? error.message : String(error)
  return (
    <div className="failed" role="alert">
      <p>
        <strong>{title} cannot be shown.</strong> {text}
      </p>
      <button type="button" onClick={retry}>
        {label}
      </button>
      <details>
        <summary>Technical details</summary>
        <code>{message}</code>
      </details>
    </div>
  )
}

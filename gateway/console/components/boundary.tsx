import { Component, createContext, type ReactNode } from 'react'

/** `broken` is shown in place of `children` after they threw; everything typed in them is lost. `retry` renders them again. */
type BoundaryProps = { children: ReactNode; broken: (error: unknown, retry: () => void) => ReactNode }

/**
 * The page that the person is on. A boundary that broke renders its children again on another page, since React may keep the same
 * boundary for both pages.
 */
export const Place = createContext('')

/** Limits an error of the console itself to a part of the page: React removes everything up to the next boundary. */
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

/** Says that the console itself has failed, and not the server. */
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

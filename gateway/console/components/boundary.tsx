import { Component, type ReactNode } from 'react'

/** What is shown where `children` break, and all that they have typed is gone. `retry` shows them anew. */
type BoundaryProps = { children: ReactNode; broken: (error: unknown, retry: () => void) => ReactNode }

/** Keeps an error of the console itself from what is around: React removes everything up to the next boundary. */
export class Boundary extends Component<BoundaryProps, { error?: unknown; isBroken: boolean }> {
  override state: { error?: unknown; isBroken: boolean } = { isBroken: false }

  static getDerivedStateFromError(error: unknown) {
    return { error, isBroken: true }
  }

  override render(): ReactNode {
    const { children, broken } = this.props
    const { error, isBroken } = this.state
    return isBroken ? broken(error, () => this.setState({ error: undefined, isBroken: false })) : children
  }
}

/** Says that the console itself has failed: this is no answer of the server. */
export function Broken({
  what = 'This part',
  why = 'The console itself has failed. What you did last may be recorded: look before you do it again.',
  again = 'Try again',
  error,
  retry,
}: {
  what?: string
  why?: string
  again?: string
  error: unknown
  retry: () => void
}): ReactNode {
  const text = error instanceof Error ? error.message : String(error)
  return (
    <div className="failed" role="alert">
      <p>
        <strong>{what} cannot be shown.</strong> {why} <span className="muted">{text}</span>
      </p>
      <button type="button" onClick={retry}>
        {again}
      </button>
    </div>
  )
}

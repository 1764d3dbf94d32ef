import { type ReactNode, useEffect, useState } from 'react'
import { Problem } from '../api/problem.ts'

/** Shown while something is fetched; after a while with a note that the server is slow. */
export function Loading({ what = 'Loading' }: { what?: string }): ReactNode {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className="loading" role="status">
      <span className="bars" aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      <span>{slow ? 'The server is taking longer than usual. Still waiting …' : `${what} …`}</span>
    </div>
  )
}

/** Shows what could not be loaded and why, and offers to try again. */
export function Failed({ error, retry }: { error: unknown; retry?: () => void }): ReactNode {
  const { message, requestId } = Problem.of(error)
  return (
    <div className="failed" role="alert">
      <p>
        <strong>This part could not be loaded.</strong> {message}
        {requestId !== undefined && <span className="muted"> Request {requestId}</span>}
      </p>
      {retry !== undefined && (
        <button type="button" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  )
}

/** An empty state, with what to do next. */
export function Empty({ title, children }: { title: string; children?: ReactNode }): ReactNode {
  return (
    <div className="empty">
      <p>
        <strong>{title}</strong>
      </p>
      {children !== undefined && <p>{children}</p>}
    </div>
  )
}

/** Renders the data of a query once it is loaded. */
export function Loaded<T>({
  query,
  children,
}: {
  query: { data: T | undefined; error: unknown; isFetching: boolean; refetch: () => unknown }
  children: (data: T) => ReactNode
}): ReactNode {
  if (query.data !== undefined) return children(query.data)
  if (query.error && !query.isFetching)
    return <Failed error={query.error} retry={() => void query.refetch()} />
  return <Loading />
}

const SLOW_MS = 6000

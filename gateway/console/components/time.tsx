import { type ReactNode, useEffect, useState } from 'react'
import { exact, type Instant, relative, timeLeft, utc } from './instant.ts'

/** The present, renewed each half minute while the page is seen. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** How long ago or ahead; the exact time and zone on hover, and on paper. */
export function When({ at }: { at: Instant | undefined }): ReactNode {
  const now = useNow()
  if (at === undefined) return <None />
  return (
    <time dateTime={utc(at)} data-exact={exact(at)} title={`${exact(at)} · ${utc(at)}`}>
      {relative(at, now)}
    </time>
  )
}

/** The exact time with its zone, and how long ago. */
export function Exact({ at }: { at: Instant | undefined }): ReactNode {
  const now = useNow()
  if (at === undefined) return <None />
  return (
    <span className="exact">
      <time dateTime={utc(at)} title={utc(at)}>
        {exact(at)}
      </time>{' '}
      <span className="muted">{relative(at, now)}</span>
    </span>
  )
}

/** How much time is left until a deadline, or by how much it is over; the deadline on hover, and on paper. */
export function Due({ at }: { at: Instant | undefined }): ReactNode {
  const now = useNow()
  if (at === undefined) return <None />
  const { text, overdue, hours } = timeLeft(at, now)
  const tone = overdue ? 'bad' : hours < 24 ? 'warn' : 'calm'
  return (
    <time
      className={`due ${tone}`}
      dateTime={utc(at)}
      data-exact={exact(at)}
      title={`${exact(at)} · ${utc(at)}`}
    >
      {text}
    </time>
  )
}

/** Shown where there is no value. */
export function None(): ReactNode {
  return (
    <span className="none" aria-hidden="true">
      –
    </span>
  )
}

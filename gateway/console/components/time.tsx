import { type ReactNode, useEffect, useState } from 'react'
import { exact, type Instant, relative, timeLeft, utc } from '../language/instant.ts'

/** Returns the present in Unix milliseconds, renewed every half minute. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** Shows how long ago or ahead an instant is; on hover and on paper the exact time with its zone. */
export function When({ at }: { at: Instant | undefined }): ReactNode {
  const now = useNow()
  if (at === undefined) return <None />
  return (
    <time dateTime={utc(at)} data-exact={exact(at)} title={`${exact(at)} · ${utc(at)}`}>
      {relative(at, now)}
    </time>
  )
}

/** Shows the exact time with its zone, and how long ago it is. */
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

/** Shows how much time is left until a deadline, or by how much it is overdue; on hover and on paper the deadline. */
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

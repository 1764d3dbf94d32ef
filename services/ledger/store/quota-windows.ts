import type { Database } from '../../kernel/database/database.ts'
import { array } from '../../kernel/database/record-store.ts'
import { groupCommit } from '../../kernel/group-commit.ts'
import type { DrawnQuota } from '../domain/quota.ts'
import { drawnSql } from './admission.ts'

/** A draw on a named window of 60 s, of which `limit` draws are admitted. */
export type Draw = { subject: string; limit: number }

/** `until`: when the window of the draw ends, at the latest, by `performance.now()`. */
export type Drawn = DrawnQuota & { until: number }

/** Draws on windows of 60 s, which all processes share. */
export type QuotaWindows = {
  /**
   * The number of a call in its window is the draw's `used`: beyond the limit the call MUST be refused. No two calls of a window have
   * the same number, in whichever processes they come.
   */
  draw(draw: Draw): Drawn | Promise<Drawn>
  /** The draw was for nothing: the next call of this process has its number. */
  giveBack(subject: string, drawn: Drawn): void
}

/**
 * Where calls of one window come together, draws are made ahead: the next calls of this process have them without a statement,
 * until the window ends. A call that comes alone draws for itself only. What is drawn ahead is a 64th of what is left of the
 * limit, and 256 draws, at most: so much of a limit stays unused where this process has no further calls in the window.
 *
 * @param now milliseconds of a clock that never goes back
 */
export function quotaWindows(db: Pick<Database, 'query'>, now = () => performance.now()): QuotaWindows {
  const windows = new Map<string, Window>()
  const windowOf = (subject: string): Window | undefined => {
    const window = windows.get(subject)
    if (window === undefined || now() < window.until) return window
    windows.delete(subject)
    return undefined
  }
  const keep = (subject: string, window: Window): void => {
    const known = windowOf(subject)
    // What was given back meanwhile comes first.
    if (known?.reset === window.reset) window.free.push(...known.free)
    windows.delete(subject)
    if (windows.size >= KEPT) windows.delete(windows.keys().next().value!)
    windows.set(subject, window)
  }
  const take = ({ subject, limit }: Draw): Drawn | undefined => {
    const window = windowOf(subject)
    const used = window?.free.pop()
    if (used === undefined) return undefined
    const { reset, until } = window!
    return { limit, used, reset, until, retryAfter: Math.max(1, Math.ceil((until - now()) / 1000)) }
  }
  const drawTogether = groupCommit<Draw, Drawn>({
    name: 'draw quota',
    maxInFlight: 1,
    run: async (draws) => {
      const drawn = draws.map(take)
      const wanted = wantedBy(draws, (place) => drawn[place] === undefined)
      if (wanted.length === 0) return drawn as Drawn[]
      const sizes = wanted.map((one) => sizeOf(one, windowOf(one.subject)))
      const sentAt = now()
      const values = [wanted.map(({ subject }) => subject), array(sizes)]
      const rows = await db.query<Row>({ name: 'draw', text: DRAW, values })
      for (const [i, { subject, limit, places }] of wanted.entries()) {
        const { used: last, reset, retry_after: retryAfter, left_ms } = rows[i]!
        const until = sentAt + left_ms
        const first = last - sizes[i]! + 1
        for (const [n, place] of places.entries())
          drawn[place] = { limit: draws[place]!.limit, used: first + n, reset, retryAfter, until }
        const ahead = sizes[i]! - places.length
        const free = Array.from({ length: ahead }, (_, n) => last - n)
        if (limit >= SHARE) keep(subject, { free, last, reset, until })
      }
      return drawn as Drawn[]
    },
  })
  return {
    draw: (draw) => take(draw) ?? drawTogether(draw),
    giveBack(subject, { used, reset, until }) {
      const window = windowOf(subject)
      if (window === undefined) keep(subject, { free: [used], last: used, reset, until })
      else if (window.reset === reset) window.free.push(used)
    },
  }
}

/** The windows of the chosen draws, each once. */
function wantedBy(draws: Draw[], isChosen: (place: number) => boolean): Wanted[] {
  const wanted = new Map<string, Wanted>()
  for (const [place, { subject, limit }] of draws.entries()) {
    if (!isChosen(place)) continue
    const same = wanted.get(subject)
    if (same === undefined) wanted.set(subject, { subject, limit, places: [place] })
    else same.places.push(place)
  }
  return [...wanted.values()]
}

/** How many draws are made at once for calls that have come together. `window`: what is known of the window, if it has not ended. */
function sizeOf({ limit, places }: Wanted, window: Window | undefined): number {
  const { length } = places
  if (window === undefined) return length
  const share = Math.floor((limit - window.last - length) / SHARE)
  return length + Math.max(0, Math.min(MOST_AHEAD, AHEAD_A_CALL * (length - 1), share))
}

const MOST_AHEAD = 256
const AHEAD_A_CALL = 16
/** Of what is left of a limit, one part in so many is drawn ahead. */
const SHARE = 64
/** Windows that are kept in memory. */
const KEPT = 10_000

/** `free`: the numbers of draws that no call has, the lowest last; `last`: the number of the last draw, as far as is known. */
type Window = { free: number[]; last: number; reset: number; until: number }
/** A window, and the places of the draws on it. */
type Wanted = Draw & { places: number[] }
/** `used`: after all draws of the statement. */
type Row = { used: number; reset: number; retry_after: number; left_ms: number }

const DRAW = `
  with wanted as materialized (
    select n, subject, size from unnest($1::text[], $2::int[]) with ordinality as w (subject, size, n)),
  ${drawnSql('wanted')}
  select used, reset, retry_after, ((reset - extract(epoch from now())) * 1000)::float8 as left_ms
  from wanted join drawn using (subject) order by n`

import { hash } from 'node:crypto'
import { type Span, spanName } from './span.ts'

/**
 * Returns the seqs (places) that the event of a span may have, in the order in which they are tried: its start in microseconds
 * since 1970 and the next fifteen, then places that follow from the span's ids, within windows that grow to about a minute. An
 * event gets the first of them that is free, and events are never deleted. The event of a span is therefore at one of these
 * places or does not exist. Even a million events of one microsecond leave a free place.
 */
export function* eventPlaces(span: Span): Generator<number> {
  for (let step = 0; step < STEPS; step++) yield span.start + step
  const digest = hash('sha512', spanName(span), 'buffer')
  for (let n = 0; n < WINDOWS.length; n++)
    yield span.start + STEPS + (digest.readUInt32BE(4 * n) % WINDOWS[n]!)
}

/** Returns the first place that is not used; undefined when all are. */
export function freePlace(span: Span, used: ReadonlySet<number>): number | undefined {
  for (const place of eventPlaces(span)) if (!used.has(place)) return place
  return undefined
}

const STEPS = 16

/** The sizes of the windows: from 64 microseconds to 67 seconds, the last one six times. */
const WINDOWS = Array.from({ length: 16 }, (_, n) => 64 * 4 ** Math.min(n, 10))

import type { ReactNode } from 'react'
import { dateOf, exact, type Instant } from '../../language/instant.ts'
import { withoutMarks } from '../../language/without-marks.ts'
import { DayEnds, ValueLines } from './axes.tsx'
import { Picture } from './picture.tsx'
import { ticks } from './ticks.ts'
import { useWidth } from './use-width.ts'

/** A value at a point in time, and whether it meets the limit. */
type Point = { at: Instant; value: number; met: boolean }

const HEIGHT = 180
const LEFT = 52
const BOTTOM = 24
const TOP = 10

/**
 * Values over time against one limit. `about` describes the chart in a sentence; a table beside it has the values.
 */
export function LineChart({
  points,
  limit,
  about,
}: {
  points: readonly Point[]
  limit?: number | undefined
  about: string
}): ReactNode {
  const [element, width] = useWidth<SVGSVGElement>()
  const times = points.map(({ at }) => dateOf(at).getTime())
  const values = [...points.map(({ value }) => value), ...(limit === undefined ? [] : [limit])]
  const x = scale([Math.min(...times), Math.max(...times)], [LEFT + 6, width - 8])
  const y = scale(widened(Math.min(...values), Math.max(...values)), [HEIGHT - BOTTOM, TOP])
  const marks = ticks(Math.min(...values), Math.max(...values))
  const places = points.map((point, i) => ({ ...point, x: x(times[i]!), y: y(point.value) }))
  return (
    <Picture about={about} width={width} height={HEIGHT} drawing={element}>
      <ValueLines
        marks={marks}
        left={LEFT}
        right={width}
        y={y}
        format={(mark) => withoutMarks(NUMBER.format(mark))}
      />
      {limit !== undefined && <line className="limit" x1={LEFT} x2={width} y1={y(limit)} y2={y(limit)} />}
      <polyline points={places.map((place) => `${place.x},${place.y}`).join(' ')} />
      {places.map((place) => (
        <PointMark key={`${place.x} ${place.y}`} place={place} />
      ))}
      <DayEnds from={times[0]!} until={times.at(-1)!} x={x} y={HEIGHT - 6} />
    </Picture>
  )
}

/** A circle for a value that meets the limit, a square for one that does not. */
function PointMark({ place: { x, y, ...point } }: { place: Point & { x: number; y: number } }): ReactNode {
  const title = <title>{`${point.value}, ${exact(point.at)}`}</title>
  return point.met ? (
    <circle className="met" cx={x} cy={y} r="3.5">
      {title}
    </circle>
  ) : (
    <rect className="missed" x={x - 3.5} y={y - 3.5} width="7" height="7">
      {title}
    </rect>
  )
}

function scale([from, to]: readonly [number, number], [start, end]: readonly [number, number]) {
  return (value: number): number =>
    to === from ? (start + end) / 2 : start + ((value - from) / (to - from)) * (end - start)
}

/** Adds a little room above and below the values, so that no point is on the edge. */
function widened(low: number, high: number): [number, number] {
  const room = (high - low || Math.abs(high) || 1) * 0.1
  return [low - room, high + room]
}

const NUMBER = new Intl.NumberFormat(undefined, { maximumSignificantDigits: 4 })

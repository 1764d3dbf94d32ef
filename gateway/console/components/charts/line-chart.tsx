import { type ReactNode, useId } from 'react'
import type { Instant } from '../instant.ts'
import { dateOf, exact } from '../instant.ts'
import { ticks } from './ticks.ts'
import { useWidth } from './use-width.ts'

/** A value at a time. */
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
  const title = useId()
  const [element, width] = useWidth<SVGSVGElement>()
  const times = points.map(({ at }) => dateOf(at).getTime())
  const values = [...points.map(({ value }) => value), ...(limit === undefined ? [] : [limit])]
  const x = scale([Math.min(...times), Math.max(...times)], [LEFT + 6, width - 8])
  const y = scale(widened(Math.min(...values), Math.max(...values)), [HEIGHT - BOTTOM, TOP])
  const marks = ticks(Math.min(...values), Math.max(...values))
  const places = points.map((point, i) => ({ ...point, x: x(times[i]!), y: y(point.value) }))
  return (
    <svg
      ref={element}
      className="chart"
      viewBox={`0 0 ${width} ${HEIGHT}`}
      height={HEIGHT}
      role="img"
      aria-labelledby={title}
    >
      <title id={title}>{about}</title>
      {marks.map((mark) => (
        <g key={mark}>
          <line className="grid" x1={LEFT} x2={width} y1={y(mark)} y2={y(mark)} />
          <text x={LEFT - 8} y={y(mark) + 4} textAnchor="end">
            {NUMBER.format(mark)}
          </text>
        </g>
      ))}
      {limit !== undefined && <line className="limit" x1={LEFT} x2={width} y1={y(limit)} y2={y(limit)} />}
      <polyline points={places.map((place) => `${place.x},${place.y}`).join(' ')} />
      {places.map((place) =>
        place.met ? (
          <circle key={`${place.x} ${place.y}`} className="met" cx={place.x} cy={place.y} r="3.5">
            <title>{nameOf(place)}</title>
          </circle>
        ) : (
          <rect
            key={`${place.x} ${place.y}`}
            className="missed"
            x={place.x - 3.5}
            y={place.y - 3.5}
            width="7"
            height="7"
          >
            <title>{nameOf(place)}</title>
          </rect>
        ),
      )}
      {[...new Set([times[0]!, times.at(-1)!])].map((time, i) => (
        <text key={time} x={x(time)} y={HEIGHT - 6} textAnchor={i === 0 ? 'start' : 'end'}>
          {DAY.format(time)}
        </text>
      ))}
    </svg>
  )
}

/** One square a day, in the order of time; a dark edge where both answers were given on a day. */
export function DayStrip({
  days,
  about,
}: {
  days: readonly { day: string; tone: 'good' | 'bad'; mixed: boolean }[]
  about: string
}): ReactNode {
  const title = useId()
  const size = 16
  const width = Math.max(days.length, 1) * size
  return (
    <div className="strip">
      <span>{days[0]?.day}</span>
      <svg
        className="chart"
        viewBox={`0 0 ${width} ${size}`}
        width={width}
        height={size}
        role="img"
        aria-labelledby={title}
      >
        <title id={title}>{about}</title>
        {days.map(({ day, tone, mixed }, i) => (
          <rect
            key={day}
            className={`${tone} ${mixed ? 'mixed' : ''}`}
            x={i * size + 1}
            y={tone === 'good' ? size / 2 - 5 : size / 2 - 7}
            width={size - 3}
            height={tone === 'good' ? 10 : 14}
            rx="2"
          >
            <title>{`${day}: ${tone === 'good' ? 'pass' : 'block'}`}</title>
          </rect>
        ))}
      </svg>
      {days.length > 1 && <span>{days.at(-1)!.day}</span>}
    </div>
  )
}

function scale([from, to]: readonly [number, number], [start, end]: readonly [number, number]) {
  return (value: number): number =>
    to === from ? (start + end) / 2 : start + ((value - from) / (to - from)) * (end - start)
}

/** A little room above and below, so that no point lies on the edge. */
function widened(low: number, high: number): [number, number] {
  const room = (high - low || Math.abs(high) || 1) * 0.1
  return [low - room, high + room]
}

const nameOf = ({ at, value }: Point): string => `${value}, ${exact(at)}`

const NUMBER = new Intl.NumberFormat(undefined, { maximumSignificantDigits: 4 })
const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })

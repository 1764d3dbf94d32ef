import { type ReactNode, useId } from 'react'
import { dateOf, exact, type Instant } from '../instant.ts'
import { useWidth } from './use-width.ts'

/** A mark on a line of time. */
export type Mark = { at: Instant; name: string; tone: 'plain' | 'good' | 'warn' | 'bad' }
/** A line of marks under one heading. */
export type Lane = { name: string; marks: readonly Mark[] }

const LANE = 30
const BOTTOM = 20
/** The width of the names of the lines. */
const LEFT = 88
const ROOM = 10

/**
 * Marks on lines of time that share one axis. A square marks something bad, a diamond something still to come, a circle everything else.
 */
export function TimeLanes({
  lanes,
  about,
  now,
}: {
  lanes: readonly Lane[]
  about: string
  now: number
}): ReactNode {
  const title = useId()
  const [element, width] = useWidth<SVGSVGElement>()
  const times = [now, ...lanes.flatMap(({ marks }) => marks.map(({ at }) => dateOf(at).getTime()))]
  const from = Math.min(...times)
  const until = Math.max(...times)
  const height = lanes.length * LANE + BOTTOM
  const x = (time: number): number =>
    LEFT + ROOM + (until === from ? 0.5 : (time - from) / (until - from)) * (width - LEFT - 2 * ROOM)
  return (
    <svg
      ref={element}
      className="chart"
      viewBox={`0 0 ${width} ${height}`}
      height={height}
      role="img"
      aria-labelledby={title}
    >
      <title id={title}>{about}</title>
      <line className="now" x1={x(now)} x2={x(now)} y1={0} y2={height - BOTTOM} />
      {lanes.map(({ name, marks }, i) => {
        const y = i * LANE + LANE / 2
        return (
          <g key={name}>
            <text x={0} y={y + 4}>
              {name}
            </text>
            <line className="grid" x1={LEFT} x2={width} y1={y} y2={y} />
            {marks.map(({ at, name: label, tone }, n) => (
              <path
                // biome-ignore lint/suspicious/noArrayIndexKey: two marks may say the same at the same time.
                key={`${n} ${label}`}
                className={tone}
                transform={`translate(${x(dateOf(at).getTime())} ${y})`}
                d={SHAPES[tone]}
              >
                <title>{`${label}, ${exact(at)}`}</title>
              </path>
            ))}
          </g>
        )
      })}
      {[...new Set([from, until])].map((time, i) => (
        <text key={time} x={i === 0 ? LEFT : width} y={height - 6} textAnchor={i === 0 ? 'start' : 'end'}>
          {DAY.format(time)}
        </text>
      ))}
    </svg>
  )
}

const CIRCLE = 'M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0'
const SHAPES = {
  plain: CIRCLE,
  good: CIRCLE,
  warn: 'M0 -6L6 0L0 6L-6 0Z',
  bad: 'M-4.5 -4.5h9v9h-9Z',
}
const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })

import type { ReactNode } from 'react'
import { dateOf, exact, type Instant } from '../../language/instant.ts'
import { DayEnds } from './axes.tsx'
import { Picture } from './picture.tsx'
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
  const [element, width] = useWidth<SVGSVGElement>()
  const times = [now, ...lanes.flatMap(({ marks }) => marks.map(({ at }) => dateOf(at).getTime()))]
  const from = Math.min(...times)
  const until = Math.max(...times)
  const height = lanes.length * LANE + BOTTOM
  const x = (time: number): number =>
    LEFT + ROOM + (until === from ? 0.5 : (time - from) / (until - from)) * (width - LEFT - 2 * ROOM)
  return (
    <Picture about={about} width={width} height={height} drawing={element}>
      <line className="now" x1={x(now)} x2={x(now)} y1={0} y2={height - BOTTOM} />
      {lanes.map((lane, i) => (
        <LaneLine key={lane.name} lane={lane} y={i * LANE + LANE / 2} width={width} x={x} />
      ))}
      <DayEnds from={from} until={until} x={(time) => (time === from ? LEFT : width)} y={height - 6} />
    </Picture>
  )
}

function LaneLine({
  lane: { name, marks },
  y,
  width,
  x,
}: {
  lane: Lane
  y: number
  width: number
  x: (time: number) => number
}): ReactNode {
  return (
    <g>
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
}

const CIRCLE = 'M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0'
const SHAPES = {
  plain: CIRCLE,
  good: CIRCLE,
  warn: 'M0 -6L6 0L0 6L-6 0Z',
  bad: 'M-4.5 -4.5h9v9h-9Z',
}

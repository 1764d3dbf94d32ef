import type { ReactNode } from 'react'
import { withoutMarks } from '../../language/without-marks.ts'

/** A horizontal line for each mark of the values, with its number at the left. */
export function ValueLines({
  marks,
  left,
  right,
  y,
  format,
}: {
  marks: readonly number[]
  left: number
  right: number
  y: (value: number) => number
  format: (value: number) => string
}): ReactNode {
  return marks.map((mark) => (
    <g key={mark}>
      <line className="grid" x1={left} x2={right} y1={y(mark)} y2={y(mark)} />
      <text x={left - 8} y={y(mark) + 4} textAnchor="end">
        {format(mark)}
      </text>
    </g>
  ))
}

/** The labels of the first and the last place on the axis of time; only one where they are the same place. */
export function TimeEnds({
  labels,
  y,
}: {
  labels: readonly { x: number; text: string }[]
  y: number
}): ReactNode {
  return labels.map(({ x, text }, i) => (
    <text key={x} x={x} y={y} textAnchor={i === 0 ? 'start' : 'end'}>
      {text}
    </text>
  ))
}

/** The days at both ends of a line of time; only one where they are the same. */
export function DayEnds({
  from,
  until,
  x,
  y,
}: {
  /** Unix milliseconds. */
  from: number
  until: number
  x: (time: number) => number
  y: number
}): ReactNode {
  const times = [...new Set([from, until])]
  return (
    <TimeEnds labels={times.map((time) => ({ x: x(time), text: withoutMarks(DAY.format(time)) }))} y={y} />
  )
}

const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })

import { type ReactNode, useId } from 'react'
import { TimeEnds, ValueLines } from './axes.tsx'
import { Picture } from './picture.tsx'
import { ticks } from './ticks.ts'
import { useWidth } from './use-width.ts'

/** A part of every bar. The tone `bad` is also hatched, so that it can be told apart without its colour. */
export type Series = { name: string; tone: 'plain' | 'good' | 'warn' | 'bad' | 'info' }
/** A bar: its label, and a number for each part. */
type Bar = { label: string; values: readonly number[] }

const HEIGHT = 170
const LEFT = 40
const BOTTOM = 22
const TOP = 8

/**
 * Bars of several parts each, in the order of time. `about` describes the chart in a sentence; a table beside it has the
 * numbers. `now` is the bar of the present.
 */
export function StackedBars({
  bars,
  series,
  about,
  now,
}: {
  bars: readonly Bar[]
  series: readonly Series[]
  about: string
  now?: number | undefined
}): ReactNode {
  const hatch = useId()
  const [element, width] = useWidth<SVGSVGElement>()
  const most = Math.max(1, ...bars.map(({ values }) => sum(values)))
  const marks = ticks(0, most).filter(Number.isInteger)
  const y = (value: number): number => HEIGHT - BOTTOM - (value / most) * (HEIGHT - BOTTOM - TOP)
  // A few bars stand at the left, so that a single day does not fill the page.
  const step = Math.min((width - LEFT) / Math.max(bars.length, 1), 64)
  const wide = Math.max(Math.min(step - 3, 28), 1)
  const middle = (bar: number): number => LEFT + (bar + 0.5) * step
  const first = { x: LEFT, text: bars[0]?.label ?? '' }
  const last = { x: Math.max(LEFT + step * bars.length, LEFT + 150), text: bars.at(-1)?.label ?? '' }
  const ends = bars.length > 1 ? [first, last] : [first]
  return (
    <>
      <Picture about={about} width={width} height={HEIGHT} drawing={element}>
        <Hatch id={hatch} />
        <ValueLines marks={marks} left={LEFT} right={width} y={y} format={(mark) => mark.toLocaleString()} />
        {now !== undefined && (
          <line className="now" x1={middle(now)} x2={middle(now)} y1={0} y2={HEIGHT - BOTTOM} />
        )}
        {bars.map((bar, i) => (
          <g key={bar.label} transform={`translate(${LEFT + i * step + (step - wide) / 2} 0)`}>
            <Parts bar={bar} series={series} width={wide} y={y} hatch={`url(#${hatch})`} />
          </g>
        ))}
        <TimeEnds labels={ends} y={HEIGHT - 6} />
      </Picture>
      <Legend series={series} hatch={`url(#${hatch})`} />
    </>
  )
}

/** The parts of a bar, from bottom to top. */
function Parts({
  bar: { label, values },
  series,
  width,
  y,
  hatch,
}: {
  bar: Bar
  series: readonly Series[]
  width: number
  y: (value: number) => number
  hatch: string
}): ReactNode {
  return values.map((value, i) => {
    if (value === 0) return null
    const below = sum(values.slice(0, i))
    const place = { x: 0, y: y(below + value), width, height: y(below) - y(below + value) }
    const { name, tone } = series[i]!
    return (
      <g key={name}>
        <title>{`${label}: ${value} ${name.toLowerCase()}`}</title>
        <rect className={tone} {...place} />
        {tone === 'bad' && <rect fill={hatch} {...place} />}
      </g>
    )
  })
}

function Legend({ series, hatch }: { series: readonly Series[]; hatch: string }): ReactNode {
  return (
    <ul className="legend" aria-hidden="true">
      {series.map(({ name, tone }) => (
        <li key={name}>
          <svg viewBox="0 0 12 12" aria-hidden="true">
            <rect className={tone} width="12" height="12" />
            {tone === 'bad' && <rect fill={hatch} width="12" height="12" />}
          </svg>
          {name}
        </li>
      ))}
    </ul>
  )
}

function Hatch({ id }: { id: string }): ReactNode {
  return (
    <defs>
      <pattern id={id} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <line className="hatch" x1="0" x2="0" y1="0" y2="5" />
      </pattern>
    </defs>
  )
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

import { SCENARIOS } from './scenarios/index.ts'

/** Returns the results as a table for people: the figure with its quartiles, its bar, and the raw figures behind it. */
export function table(results: { [key: string]: { [figure: string]: number } }): string {
  const rows = Object.entries(results).map(([key, { ratio, low, high, seconds, ...raw }]) => {
    const { bar = '–' } = SCENARIOS[key] ?? {}
    const figure = figureOf({ ratio, low, high, seconds })
    const behind = Object.entries(raw).map(([name, value]) => `${name} ${round(value)}`)
    return [key, figure, bar, behind.join('  ')]
  })
  const all = [['measured', 'figure', 'bar', 'raw'], ...rows]
  const widths = [0, 1, 2].map((i) => Math.max(...all.map((row) => row[i]!.length)))
  return all
    .map(
      (row) =>
        `${row
          .map((cell, i) => cell.padEnd(widths[i] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('')
}

/** Returns the main figure of a result: a ratio, with its quartiles where it is a median of pairs, or seconds. */
export function figureOf(figures: { [figure: string]: number | undefined }): string {
  const { ratio, low, high, seconds = Number.NaN } = figures
  if (ratio === undefined) return `${round(seconds)} s`
  return low === undefined || high === undefined
    ? round(ratio)
    : `${round(ratio)} (${round(low)}–${round(high)})`
}

function round(value: number): string {
  return value >= 100 ? String(Math.round(value)) : value.toPrecision(3)
}

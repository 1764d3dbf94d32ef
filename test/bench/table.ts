import { SCENARIOS } from './scenarios/index.ts'

/** The results as a table for a person: the figure, its bar, and the raw figures behind it. */
export function table(results: { [key: string]: { [figure: string]: number } }): string {
  const rows = Object.entries(results).map(([key, { ratio, seconds, ...raw }]) => {
    const { bar = '–' } = SCENARIOS[key] ?? {}
    const figure = figureOf({ ratio, seconds })
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

/** The one figure of a result: a ratio, or seconds. */
export function figureOf({ ratio, seconds = Number.NaN }: { [figure: string]: number | undefined }): string {
  return ratio === undefined ? `${round(seconds)} s` : round(ratio)
}

function round(value: number): string {
  return value >= 100 ? String(Math.round(value)) : value.toPrecision(3)
}

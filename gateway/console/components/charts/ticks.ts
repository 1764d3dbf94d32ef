/** Returns one to five round numbers between the lowest and the highest value, for the marks of an axis. */
export function ticks(low: number, high: number): number[] {
  const span = high - low || Math.abs(high) || 1
  const raw = span / 4
  const power = 10 ** Math.floor(Math.log10(raw))
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= raw) ?? raw
  const marks = []
  for (let i = Math.ceil(low / step); i * step <= high + step * 1e-9; i++)
    marks.push(Number((i * step).toPrecision(12)))
  return marks.length > 0 ? marks : [low]
}

import { usage } from './exit-codes.ts'

/** Returns `500ms`, `60s`, `5m`, `1h` or a number of seconds in milliseconds; at most a day. @throws Failure usage */
export function duration(option: string, text: string): number {
  const [, digits, unit = 's'] = /^(\d{1,8})(ms|s|m|h)?$/.exec(text) ?? []
  if (digits === undefined) throw usage(`${option}: write a time such as 30s, 5m or 1h`)
  const milliseconds = Number(digits) * UNITS[unit as keyof typeof UNITS]
  if (milliseconds > DAY) throw usage(`${option}: at most 24h`)
  return milliseconds
}

const UNITS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }
const DAY = 86_400_000

import { valueAt } from '../../fields.ts'
import {
  type Band,
  isInformational,
  type Severity,
  severityOfNumber,
  severityOfWord,
} from '../../severity.ts'
import { textOf } from '../../text.ts'

/** A severity as a product gives it. `informational` means that this is no alert (docs/decisions/0116-states-of-alerts.md). */
export type Level = Severity | 'informational'

/** Reads a usual severity word, at the first path whose value is one. */
export function word(...paths: readonly string[]): (alert: unknown) => Level | null {
  return (alert) => {
    for (const path of paths) {
      const value = valueAt(alert, path)
      if (isInformational(value)) return 'informational'
      const severity = severityOfWord(value)
      if (severity !== null && severity !== 'unknown') return severity
    }
    return null
  }
}

/** As `word`, for the severity of the event behind an alert: an informational event does not make the alert informational. */
export function ofEvent(...paths: readonly string[]): (alert: unknown) => Level | null {
  const read = word(...paths)
  return (alert) => {
    const level = read(alert)
    return level === 'informational' ? 'low' : level
  }
}

/** Reads a number on the product's own ascending scale. A level begins at its number. */
export function scale(path: string, levels: Scale): (alert: unknown) => Level | null {
  const bands = (Object.entries(levels) as [Severity, number][]).map<Band>(([severity, from]) => ({
    severity,
    from,
  }))
  return (alert) => severityOfNumber(valueAt(alert, path), bands)
}

/** Reads the product's own codes or words, in any case. */
export function codes(path: string, levels: { [code: string]: Level }): (alert: unknown) => Level | null {
  const known = new Map(Object.entries(levels).map(([code, level]) => [code.toLowerCase(), level]))
  return (alert) => known.get((textOf(valueAt(alert, path)) ?? '').trim().toLowerCase()) ?? null
}

/** The number at which each level starts, ascending. */
export type Scale = { [level in Exclude<Severity, 'unknown'>]?: number }

import { valueAt } from '../../fields.ts'
import {
  type Band,
  isInformational,
  type Severity,
  severityOfNumber,
  severityOfWord,
} from '../../severity.ts'
import { textOf } from '../../text.ts'

/** A severity as a product grades it. Informational grades what is no alert (docs/decisions, "States of alerts"). */
export type Level = Severity | 'informational'

/** The usual words at the first path that has a value which is one. */
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

/** The same of an event that an alert was made of: information of the event is not that of the alert. */
export function ofEvent(...paths: readonly string[]): (alert: unknown) => Level | null {
  const read = word(...paths)
  return (alert) => {
    const level = read(alert)
    return level === 'informational' ? 'low' : level
  }
}

/** A number on the product's own ascending scale: each level from its number on. */
export function scale(path: string, levels: Scale): (alert: unknown) => Level | null {
  const bands = (Object.entries(levels) as [Severity, number][]).map<Band>(([severity, from]) => ({
    severity,
    from,
  }))
  return (alert) => severityOfNumber(valueAt(alert, path), bands)
}

/** Codes or words of the product's own, in any case. */
export function codes(path: string, levels: { [code: string]: Level }): (alert: unknown) => Level | null {
  const known = new Map(Object.entries(levels).map(([code, level]) => [code.toLowerCase(), level]))
  return (alert) => known.get((textOf(valueAt(alert, path)) ?? '').trim().toLowerCase()) ?? null
}

/** Where each level starts, ascending. */
export type Scale = { [level in Exclude<Severity, 'unknown'>]?: number }

import type { AlertSearch } from './nested-alerts.ts'
import { once } from './once.ts'

/**
 * Returns what alerts say of others, for one body. `json` reads the JSON in a text, `interned` gives equal objects one text. Each alert
 * is read once, and the texts that are searched are limited; beyond that, none mentions another.
 */
export function mentions({ json, interned }: Pick<AlertSearch, 'json' | 'interned'>) {
  const textsIn = once((alert: unknown): readonly string[] => {
    const texts: string[] = []
    const add = (one: unknown): void => {
      if (typeof one === 'string') texts.push(one)
      else if (isNumber(one)) texts.push(String(one))
      else if (isObjectOrList(one)) for (const member of Object.values(one)) add(member)
    }
    add(alert)
    return texts
  })
  const wholeText = once((alert: unknown): string => textsIn(alert).join('\n').toLowerCase())
  const budget = { left: MAX_SEARCHED }

  return {
    /** The texts and numbers anywhere in an alert, as texts. */
    textsIn,
    /** The objects and lists in an alert, also those in its texts of JSON, each as its interned text. */
    contentsIn: once((alert: unknown): ReadonlySet<string> => {
      const contents = new Set<string>()
      const add = (one: unknown): void => {
        if (!isObjectOrList(one)) {
          for (const inside of (canHoldAlert(one) && json(one)) || []) add(inside)
          return
        }
        contents.add(interned(one))
        for (const member of Object.values(one)) add(member)
      }
      if (isObjectOrList(alert)) for (const member of Object.values(alert)) add(member)
      return contents
    }),
    /** Whether one of some names stands anywhere in an alert, in any case and as words of a longer text. */
    names: (alert: unknown, names: readonly (string | null)[]): boolean => {
      const text = wholeText(alert)
      return names.some((name) => {
        if (name === null || name.length < SHORTEST_NAME) return false
        return standsIn(text, name.toLowerCase(), budget)
      })
    },
  }
}

/**
 * Whether a text has a name that is no part of a longer word or number. Lowers the budget by the characters that can be compared; false
 * once it is used up. A search for more than the beginning could take the product of both lengths.
 */
function standsIn(text: string, name: string, budget: { left: number }): boolean {
  if (budget.left < text.length) return false
  budget.left -= text.length
  const beginning = name.slice(0, MAX_SEARCHED_FOR)
  for (let at = text.indexOf(beginning); at !== -1 && budget.left > 0; at = text.indexOf(beginning, at + 1)) {
    const isApart = !WORD.test(text[at - 1] ?? '') && !WORD.test(text[at + name.length] ?? '')
    if (isApart && text.startsWith(name, at)) return true
    budget.left -= name.length
  }
  return false
}

/** Whether a value is a text that is long enough for an alert. */
export function canHoldAlert(value: unknown): value is string {
  return typeof value === 'string' && value.length >= SHORTEST_ALERT
}

function isObjectOrList(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

export function isNumber(value: unknown): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint'
}

/** A shorter id or title can stand in an alert with another meaning. */
export const SHORTEST_NAME = 8
const SHORTEST_ALERT = 32
/** Letters of any script, so that a part of a word is no name. */
const WORD = /[\p{L}\p{M}\p{N}]/u
/** In characters. */
const MAX_SEARCHED = 64 * 1024 * 1024
const MAX_SEARCHED_FOR = 200

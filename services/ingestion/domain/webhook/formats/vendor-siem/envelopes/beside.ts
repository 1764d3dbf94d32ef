import { MAX_OBJECTS } from '../with-shared.ts'
import { canHoldAlert } from './mentions.ts'
import { type AlertSearch, FORMER, nestedBeside } from './nested-alerts.ts'
import { type comparingAlerts, MATERIAL, RELATED } from './same-alert.ts'

/**
 * Returns the known alerts that stand beside the members `taken` of an object and are none of those in `found`, which is called
 * only if there are any.
 */
export function othersBeside(
  found: () => readonly unknown[],
  taken: ReadonlySet<unknown>,
  value: Json,
  search: Search,
  skips?: RegExp,
): readonly unknown[] {
  const rest = Object.entries(value).filter(([, member]) => isSearched(member) && !taken.has(member))
  if (rest.length === 0) return []
  const envelope = Object.fromEntries(rest)
  const candidates = nestedBeside(envelope, taken, search, skips).filter((one) => isKnown(one, search))
  if (candidates.length === 0 || search.limit.left < 0) return []
  return search.othersThan(found(), candidates, skips && materialIn(envelope, taken, search))
}

/**
 * Returns the known alerts beside the alert that a known alert consists of: products also recognise their alert together with the
 * envelope in which they send it, such as `data`.
 */
export function othersAround(alert: Json, search: Search): readonly unknown[] {
  const content = contentOf(alert, search.recognised)
  if (content === undefined) return []
  // Without what stands beside its content: every alert there is named in the whole.
  const own = Object.entries(alert).filter(([, member]) => member === content || !isSearched(member))
  const found = () => [Object.fromEntries(own), content].flat()
  return othersBeside(found, new Set([content]), alert, search, RELATED)
}

/**
 * Returns the member of a known alert that is an alert by itself, or a list with one, and by which alone, or not without which, the
 * object is recognised.
 */
function contentOf(alert: Json, recognised: Search['recognised']): unknown {
  const found = Object.entries(alert).find(([key, member]) => {
    const isOne = Array.isArray(member)
      ? member.some(recognised) && recognised({ [key]: member })
      : recognised(member) && (recognised({ [key]: member }) || !recognised({ ...alert, [key]: undefined }))
    return isOne && !FORMER.has(key.toLowerCase()) && !RELATED.test(key) && !MATERIAL.test(key)
  })
  return found?.[1]
}

/** Returns whether an alert stands under names of material only. If there is more than is examined, none counts as such. */
function materialIn(
  envelope: Json,
  taken: ReadonlySet<unknown>,
  search: Search,
): (alert: unknown) => boolean {
  const again = { ...search, limit: { left: MAX_OBJECTS } }
  const others = new Set(nestedBeside(envelope, taken, again, MATERIAL).map(search.interned))
  return (alert) => again.limit.left >= 0 && !others.has(search.interned(alert))
}

/** Whether an object is an alert that can stand beside another. A case in a common format is about that other. */
export function isKnown(value: unknown, { recognised, isInFormat }: Search): boolean {
  return recognised(value) || isInFormat(value)
}

/** Whether a member can hold an alert. */
function isSearched(member: unknown): boolean {
  return canHoldAlert(member) || (typeof member === 'object' && member !== null)
}

type Json = { [key: string]: unknown }

type Search = AlertSearch & { othersThan: ReturnType<typeof comparingAlerts> }

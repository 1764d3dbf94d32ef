import { recognisedBy } from '../matching/recognised-by.ts'
import type { Form } from '../product.ts'
import { readAlert } from '../read-alert.ts'
import { MAX_ALERTS } from '../with-shared.ts'

/**
 * Returns the known alerts of `candidates` that are none of those that were found in the same envelope; of more than a body may hold,
 * the first. The same alert are: one with the same identity; one with more or fewer values; the same in the form of another product;
 * and one that the other refers to by its id, as a case refers to its alerts. What has ended or is information by itself, and is of
 * a product of which none was found, is material.
 */
export function othersThan(found: readonly unknown[], candidates: readonly unknown[]): readonly unknown[] {
  if (candidates.length === 0) return []
  const known = knownAlerts()
  for (const alert of found) known.add(alert, factsOf(alert))
  const others: unknown[] = []
  for (const candidate of candidates) {
    const facts = factsOf(candidate)
    if (known.has(candidate, facts)) continue
    known.add(candidate, facts)
    others.push(candidate)
    if (found.length + others.length > MAX_ALERTS) break
  }
  return others
}

/** Names of what else is known about an alert: alerts that were sent by themselves. */
export const RELATED =
  /^(?:related|similar|linked|associated|correlated|duplicate|parent|child|past|previous|recent|earlier|histor|last|prior(?!it))|history$/i

function knownAlerts() {
  const identities = new Set<string>()
  const products = new Set<string>()
  const byForm = new Map<Form, Facts[]>()
  const byTitle = new Map<string, { product: string; occurredAt: string | null }[]>()
  const byMoment = new Map<string, unknown[]>()
  const ids = new Set<string>()
  const values = new Set<string>()
  let isOpen = false
  let comparisons = MAX_COMPARISONS

  const refers = (alert: unknown, { uniqueId }: Facts): boolean => {
    if (uniqueId !== null && values.has(uniqueId)) return true
    return ids.size > 0 && someValue(alert, (value) => ids.has(value))
  }
  const isNormalised = ({ title, product, occurredAt }: Facts): boolean =>
    title !== null &&
    (byTitle.get(title) ?? []).some(
      (one) =>
        --comparisons > 0 &&
        one.product !== product &&
        (one.occurredAt === occurredAt || one.occurredAt === null || occurredAt === null),
    )
  const isContained = (alert: unknown, facts: Facts): boolean =>
    (byMoment.get(momentOf(facts)) ?? []).some(
      (one) => --comparisons > 0 && (contains(one, alert) || contains(alert, one)),
    )

  return {
    add: (alert: unknown, facts: Facts | null): void => {
      someValue(alert, (value) => {
        values.add(value)
        return false
      })
      if (facts === null) return
      if (facts.identity !== null) identities.add(facts.identity)
      products.add(facts.product)
      pushTo(byForm, facts.form, facts)
      pushTo(byMoment, momentOf(facts), alert)
      if (facts.title !== null) pushTo(byTitle, facts.title, facts)
      if (facts.uniqueId !== null) ids.add(facts.uniqueId)
      isOpen ||= facts.isOpen
    },
    has: (alert: unknown, facts: Facts | null): boolean => {
      if (facts === null) return true
      if (facts.identity !== null && identities.has(facts.identity)) return true
      if (facts.id.length > 0) {
        const alike = (byForm.get(facts.form) ?? []).filter(({ id }) => id.length > 0)
        const rivals = alike.filter((one) => --comparisons > 0 && !differ(one.id, facts.id))
        if (rivals.some(({ hasHash }) => !hasHash && !facts.hasHash)) return true
        if (alike.length > 0 && rivals.length === 0) return false
      }
      if (isContained(alert, facts)) return true
      if (facts.isOpen) return isOpen && (refers(alert, facts) || isNormalised(facts))
      return !products.has(facts.product) || refers(alert, facts) || isNormalised(facts)
    },
  }
}

/** Returns what tells an alert from others; null for an object that no product recognises. */
function factsOf(alert: unknown): Facts | null {
  const product = recognisedBy(alert)
  const form = product?.forms.find((one) => one.every(({ holds }) => holds(alert)))
  if (product === undefined || form === undefined) return null
  const read = readAlert(product, alert)
  const identity = product.identity.of(alert)?.trim() ?? ''
  // Copies of an alert can have different hashes.
  const ownId = identity.replace(HASH, '').trim()
  const hasHash = ownId !== identity
  return {
    form,
    product: product.id,
    identity: identity === '' ? null : `${product.id} ${identity}`,
    id: ownId === '' ? [] : ownId.split(SEPARATORS),
    hasHash,
    uniqueId: hasHash || ownId.length < SHORTEST_ID ? null : ownId,
    title: 'missing' in read ? null : read.incident.title.trim().toLowerCase(),
    occurredAt: 'missing' in read ? null : read.incident.occurredAt,
    isOpen: 'missing' in read || read.state === 'open',
  }
}

function momentOf({ product, title, occurredAt }: Facts): string {
  return JSON.stringify([product, title, occurredAt])
}

function pushTo<K, T>(map: Map<K, T[]>, key: K, value: T): void {
  const list = map.get(key)
  if (list === undefined) map.set(key, [value])
  else list.push(value)
}

/**
 * Whether two ids differ in a part that both have. `7` and `7@example.org`, or `0:7` and `2:7`, can be of one alert, whose copy
 * lacks the scope.
 */
function differ(one: readonly string[], other: readonly string[]): boolean {
  for (const [place, part] of one.entries())
    if (part !== other[place] && isPart(part) && isPart(other[place])) return true
  return false
}

function isPart(part: string | undefined): boolean {
  return part !== undefined && part !== '' && part !== '0'
}

/** Whether all values of one stand at the same places of the other. A relay can have rounded long integers. */
function contains(whole: unknown, part: unknown): boolean {
  if (isNumber(part)) return isNumber(whole) && Number(whole) === Number(part)
  if (typeof part !== 'object' || part === null) return whole === part
  if (typeof whole !== 'object' || whole === null || Array.isArray(whole) !== Array.isArray(part))
    return false
  return Object.entries(part).every(([key, value]) =>
    contains(Object.hasOwn(whole, key) ? whole[key as never] : undefined, value),
  )
}

function isNumber(value: unknown): boolean {
  return typeof value === 'number' || typeof value === 'bigint'
}

/** Whether a test holds for one of the texts and numbers anywhere in a value. */
function someValue(value: unknown, test: (text: string) => boolean): boolean {
  if (typeof value === 'string') return test(value)
  if (typeof value === 'number' || typeof value === 'bigint') return test(String(value))
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).some((member) => someValue(member, test))
}

const HASH = /sha256:[0-9a-f]{64}/g
const SEPARATORS = /[@:\s]/
/** A shorter id can stand in an alert with another meaning. */
const SHORTEST_ID = 8
/** Limit of the comparisons in one envelope. Beyond it, alerts count as others. */
const MAX_COMPARISONS = 20_000

/** `hasHash`: the id alone does not tell an alert from others. `uniqueId`: the id, if it does so by itself and is long enough. */
type Facts = {
  form: Form
  product: string
  identity: string | null
  id: readonly string[]
  hasHash: boolean
  uniqueId: string | null
  title: string | null
  occurredAt: string | null
  isOpen: boolean
}

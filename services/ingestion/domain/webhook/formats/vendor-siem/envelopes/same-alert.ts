import { recognisedBy } from '../matching/recognised-by.ts'
import type { Form, Product } from '../product.ts'
import { readAlert } from '../read-alert.ts'
import { MAX_ALERTS } from '../with-shared.ts'
import { alikeIds, pushTo } from './alike-ids.ts'

/**
 * Returns the known alerts of `candidates` that are none of those that were found in the same envelope; of more than a body may hold,
 * the first. The same alert are: one with the same identity; one with more or fewer values; the same in the form of another product;
 * and one that the other refers to by its id, as a case refers to its alerts. What has ended or is information by itself, and is of
 * a product of which none was found, is material, and so is any alert of such a product for which `isMaterial` is true.
 */
export function othersThan(
  found: readonly unknown[],
  candidates: readonly unknown[],
  isMaterial?: (alert: unknown) => boolean,
): readonly unknown[] {
  if (candidates.length === 0) return []
  const known = knownAlerts()
  const products = new Set<string | undefined>()
  for (const alert of found) {
    const facts = factsOf(alert)
    known.add(alert, facts)
    products.add(facts?.product)
  }
  const others: unknown[] = []
  for (const candidate of candidates) {
    const facts = factsOf(candidate)
    if (known.has(candidate, facts)) continue
    if (isMaterial?.(candidate) && !products.has(facts?.product)) continue
    known.add(candidate, facts)
    others.push(candidate)
    if (found.length + others.length > MAX_ALERTS) break
  }
  return others
}

/** Names of what else is known about an alert: alerts that were sent by themselves. */
export const RELATED =
  /^(?:related|similar|linked|associated|correlated|duplicate|parent|child|past|previous|recent|earlier|histor|last|prior(?!it))|history$/i

/** Names of what an alert was made of: what its sensors reported, and its evidence. */
export const MATERIAL =
  /^(?:_*raw|orig|source|(?:base|sub)_?event|sample|underlying|contributing|trigger(?:s?$|_?event|ing)|evidence|art[ei]fact|observable|indicator|entit|logs?$)/i

function knownAlerts() {
  const identities = new Set<string>()
  const products = new Set<string>()
  const byForm = new Map<Form, ReturnType<typeof alikeIds<Facts>>>()
  const byTitle = new Map<string, { product: string; occurredAt: string | null }[]>()
  const byMoment = new Map<string, unknown[]>()
  const unread: [unknown, Facts][] = []
  const ids = new Set<string>()
  const values = new Set<string>()
  let isOpen = false
  let comparisons = MAX_COMPARISONS
  const budget = { left: MAX_COMPARED_IDS }

  const refers = (alert: unknown, { uniqueId }: Facts): boolean => {
    if (uniqueId !== null && values.has(uniqueId)) return true
    return ids.size > 0 && someValue(alert, (value) => ids.has(value))
  }
  /** Reads the alerts that were added. Most candidates are known by their ids, for which none is read. */
  const readAdded = (): void => {
    for (const [alert, facts] of unread.splice(0)) {
      const { title, occurredAt, isOpen: one } = facts.read()
      pushTo(byMoment, momentOf(facts), alert)
      if (title !== null) pushTo(byTitle, title, { product: facts.product, occurredAt })
      isOpen ||= one
    }
  }
  const isNormalised = ({ read, product }: Facts): boolean => {
    const { title, occurredAt } = read()
    if (title === null) return false
    return (byTitle.get(title) ?? []).some(
      (one) => --comparisons > 0 && one.product !== product && isNear(one.occurredAt, occurredAt),
    )
  }
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
      if (facts.id.length > 0) {
        const alike = byForm.get(facts.form) ?? alikeIds()
        byForm.set(facts.form, alike)
        alike.add(facts)
      }
      if (facts.uniqueId !== null) ids.add(facts.uniqueId)
      unread.push([alert, facts])
    },
    has: (alert: unknown, facts: Facts | null): boolean => {
      if (facts === null) return true
      if (facts.identity !== null && identities.has(facts.identity)) return true
      if (facts.id.length > 0) {
        const alike = byForm.get(facts.form)
        const rivals = alike?.near(facts.id, budget) ?? []
        if (rivals.some(({ hasHash }) => !hasHash && !facts.hasHash)) return true
        if (alike !== undefined && rivals.length === 0) return false
      }
      readAdded()
      if (isContained(alert, facts)) return true
      if (facts.read().isOpen) return isOpen && (refers(alert, facts) || isNormalised(facts))
      return !products.has(facts.product) || refers(alert, facts) || isNormalised(facts)
    },
  }
}

/** Returns what tells an alert from others; null for an object that no product recognises. */
function factsOf(alert: unknown): Facts | null {
  const product = recognisedBy(alert)
  const form = product?.forms.find((one) => one.every(({ holds }) => holds(alert)))
  if (product === undefined || form === undefined) return null
  const identity = product.identity.of(alert)?.trim() ?? ''
  // Copies of an alert can have different hashes.
  const ownId = identity.replace(HASH, '').trim()
  const hasHash = ownId !== identity
  let told: Told | undefined
  return {
    form,
    product: product.id,
    identity: identity === '' ? null : `${product.id} ${identity}`,
    id: ownId === '' ? [] : ownId.split(SEPARATORS),
    hasHash,
    uniqueId: hasHash || ownId.length < SHORTEST_ID ? null : ownId,
    read: () => (told ??= toldBy(product, alert)),
  }
}

function toldBy(product: Product, alert: unknown): Told {
  const read = readAlert(product, alert)
  if ('missing' in read) return { title: null, occurredAt: null, isOpen: true }
  const { title, occurredAt } = read.incident
  return { title: title.trim().toLowerCase(), occurredAt, isOpen: read.state === 'open' }
}

function momentOf({ product, read }: Facts): string {
  const { title, occurredAt } = read()
  return JSON.stringify([product, title, occurredAt])
}

/** Whether two times can be those of one alert in two products: the second takes it over later. */
function isNear(one: string | null, other: string | null): boolean {
  return one === null || other === null || Math.abs(Date.parse(one) - Date.parse(other)) <= MAX_DELAY
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
/** In milliseconds. */
const MAX_DELAY = 3_600_000
/** Limits of the comparisons in one envelope. Beyond them, alerts count as others. */
const MAX_COMPARISONS = 20_000
const MAX_COMPARED_IDS = 500_000

/** `hasHash`: the id alone does not tell an alert from others. `uniqueId`: the id, if it does so by itself and is long enough. */
type Facts = {
  form: Form
  product: string
  identity: string | null
  id: readonly string[]
  hasHash: boolean
  uniqueId: string | null
  read: () => Told
}

type Told = { title: string | null; occurredAt: string | null; isOpen: boolean }

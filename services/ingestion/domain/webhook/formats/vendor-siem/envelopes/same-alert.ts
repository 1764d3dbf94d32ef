import { commonFormatOf, isCaseFormat, recognisedBy } from '../matching/recognised-by.ts'
import type { Form, Product } from '../product.ts'
import { readAlert } from '../read-alert.ts'
import { MAX_ALERTS } from '../with-shared.ts'
import { idIndex, pushTo } from './id-index.ts'
import { isNumber, mentions, SHORTEST_NAME } from './mentions.ts'
import type { AlertSearch } from './nested-alerts.ts'
import { once } from './once.ts'

/**
 * Returns a function that tells other alerts from those that were found, for one body: each alert is read once, in however many
 * envelopes it stands, and all comparisons together are limited.
 *
 * The function returns the known alerts of `candidates` that are none of those that were found in the same envelope; of more than a
 * body may hold, the first. The same alert are: one with the same identity; one with more or fewer values; the same in the form of
 * another product; one that the other refers to by its id, as a case refers to its alerts, or holds; and a case in a common format and
 * an alert of which one names the id or title of the other. What has ended or is information by
 * itself, and is of a product of which none was found, is material, and so is any alert of such a product for which `isMaterial` is
 * true.
 */
export function comparingAlerts(search: Pick<AlertSearch, 'json' | 'interned'>) {
  const read = once((alert: unknown) => factsOf(alert, search))
  const body: Body = {
    ...mentions(search),
    ids: { left: MAX_COMPARED_IDS },
    values: { left: MAX_COMPARED_VALUES },
  }
  return (
    found: readonly unknown[],
    candidates: readonly unknown[],
    isMaterial?: (alert: unknown) => boolean,
  ): readonly unknown[] => {
    if (candidates.length === 0) return []
    const known = knownAlerts(body)
    const products = new Set<string | undefined>()
    for (const alert of found) {
      const facts = read(alert)
      known.add(alert, facts)
      products.add(facts?.product)
    }
    const others: unknown[] = []
    for (const candidate of candidates) {
      const facts = read(candidate)
      if (known.has(candidate, facts)) continue
      if (isMaterial?.(candidate) && !products.has(facts?.product)) continue
      known.add(candidate, facts)
      others.push(candidate)
      if (found.length + others.length > MAX_ALERTS) break
    }
    return others
  }
}

/** Names of what else is known about an alert: alerts that were sent by themselves. */
export const RELATED =
  /^(?:related|similar|linked|associated|correlated|duplicate|parent|child|past|previous|recent|earlier|histor|last|prior(?!it))|history$/i

/** Names of what an alert was made of: what its sensors reported, and its evidence. */
export const MATERIAL =
  /^(?:_*raw|orig|source|(?:base|sub)_?event|sample|underlying|contributing|trigger(?:s?$|_?event|ing)|evidence|art[ei]fact|observable|indicator|entit|logs?$)/i

function knownAlerts(body: Body) {
  const identities = new Set<string>()
  const products = new Set<string>()
  const byForm = new Map<Form, ReturnType<typeof idIndex<Facts>>>()
  const byTitle = new Map<string, { product: string; occurredAt: string | null }[]>()
  const byMoment = new Map<string, unknown[]>()
  const unread: [unknown, Facts][] = []
  const ids = new Set<string>()
  const values = new Set<string>()
  const contents = new Set<string>()
  const all: [unknown, Facts][] = []
  const cases: [unknown, Facts][] = []
  let isOpen = false

  const refers = (alert: unknown, { uniqueId }: Facts): boolean => {
    if (uniqueId !== null && values.has(uniqueId)) return true
    return ids.size > 0 && body.textsIn(alert).some((value) => ids.has(value))
  }
  /** Only alerts without an id are compared: copies of others have their ids. */
  const holds = (alert: unknown, { content }: Facts): boolean => {
    if (content !== null && all.some(([one]) => body.contentsIn(one).has(content))) return true
    return contents.size > 0 && [...body.contentsIn(alert)].some((inside) => contents.has(inside))
  }
  const names = (alert: unknown, facts: Facts): boolean =>
    (facts.isCase ? all : cases).some(
      ([one, of]) =>
        body.names(one, [facts.uniqueId, facts.read().title]) ||
        body.names(alert, [of.uniqueId, of.read().title]),
    )
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
      (one) => --body.values.left > 0 && one.product !== product && isNear(one.occurredAt, occurredAt),
    )
  }
  const isContained = (alert: unknown, facts: Facts): boolean =>
    (byMoment.get(momentOf(facts)) ?? []).some(
      (one) => contains(one, alert, body.values) || contains(alert, one, body.values),
    )

  return {
    add: (alert: unknown, facts: Facts | null): void => {
      for (const value of body.textsIn(alert)) values.add(value)
      if (facts === null) return
      if (facts.identity !== null) identities.add(facts.identity)
      products.add(facts.product)
      if (facts.id.length > 0) {
        const alike = byForm.get(facts.form) ?? idIndex()
        byForm.set(facts.form, alike)
        alike.add(facts)
      }
      if (facts.uniqueId !== null) ids.add(facts.uniqueId)
      if (facts.content !== null) contents.add(facts.content)
      all.push([alert, facts])
      if (facts.isCase) cases.push([alert, facts])
      unread.push([alert, facts])
    },
    has: (alert: unknown, facts: Facts | null): boolean => {
      if (facts === null) return true
      if (facts.identity !== null && identities.has(facts.identity)) return true
      if (facts.id.length > 0) {
        const alike = byForm.get(facts.form)
        const rivals = alike?.near(facts.id, body.ids) ?? []
        if (rivals.some(({ hasHash }) => !hasHash && !facts.hasHash)) return true
        if (alike !== undefined && rivals.length === 0) return false
      }
      readAdded()
      if (isContained(alert, facts)) return true
      if (facts.read().isOpen && !isOpen) return false
      if (!facts.read().isOpen && !products.has(facts.product)) return true
      return refers(alert, facts) || isNormalised(facts) || holds(alert, facts) || names(alert, facts)
    },
  }
}

/** Returns what tells an alert from others; null for an object that is no alert by itself. */
function factsOf(alert: unknown, { interned }: Pick<AlertSearch, 'interned'>): Facts | null {
  const product = recognisedBy(alert) ?? commonFormatOf(alert)
  const form = product?.forms.find((one) => one.every(({ holds }) => holds(alert)))
  if (product === undefined || form === undefined) return null
  const identity = product.identity.of(alert)?.trim() ?? ''
  // Copies of an alert can have different hashes.
  const ownId = identity.replace(HASH, '').trim()
  const hasHash = ownId !== identity
  let summary: Summary | undefined
  return {
    form,
    product: product.id,
    identity: identity === '' ? null : `${product.id} ${identity}`,
    id: ownId === '' ? [] : ownId.split(SEPARATORS),
    hasHash,
    uniqueId: hasHash || ownId.length < SHORTEST_NAME ? null : ownId,
    content: hasHash || ownId === '' ? interned(alert) : null,
    isCase: isCaseFormat(product),
    read: () => (summary ??= summaryOf(product, alert)),
  }
}

function summaryOf(product: Product, alert: unknown): Summary {
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

/**
 * Whether all values of one stand at the same places of the other. A relay can have rounded long integers. Lowers the budget by the
 * values that it compares; false once it is used up.
 */
function contains(whole: unknown, part: unknown, budget: { left: number }): boolean {
  if (--budget.left < 0) return false
  if (isNumber(part)) return isNumber(whole) && Number(whole) === Number(part)
  if (typeof part !== 'object' || part === null) return whole === part
  if (typeof whole !== 'object' || whole === null || Array.isArray(whole) !== Array.isArray(part))
    return false
  return Object.entries(part).every(([key, value]) =>
    contains(Object.hasOwn(whole, key) ? whole[key as never] : undefined, value, budget),
  )
}

const HASH = /sha256:[0-9a-f]{64}/g
const SEPARATORS = /[@:\s]/
/** In milliseconds. */
const MAX_DELAY = 3_600_000
/**
 * Limits of the comparisons in one body. Beyond them, alerts count as others. A body has fewer than 100,000 values (body.ts), and an alert
 * is compared with its copy in both directions.
 */
const MAX_COMPARED_IDS = 500_000
const MAX_COMPARED_VALUES = 250_000

/** What the comparisons in one body share: what each alert says of others, and how many more ids and values may be compared. */
type Body = ReturnType<typeof mentions> & {
  ids: { left: number }
  values: { left: number }
}

/**
 * `hasHash`: the id alone does not tell an alert from others. `uniqueId`: the id, if it does so by itself and is long enough. `content`: the
 * interned text of an alert whose id does not do so. `isCase`: it is a case or issue in a common format.
 */
type Facts = {
  form: Form
  product: string
  identity: string | null
  id: readonly string[]
  hasHash: boolean
  uniqueId: string | null
  content: string | null
  isCase: boolean
  read: () => Summary
}

type Summary = { title: string | null; occurredAt: string | null; isOpen: boolean }

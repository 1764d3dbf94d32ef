import { isObject } from '../../../own.ts'
import { recognisedBy, recogniser } from '../matching/recognised-by.ts'
import type { Form } from '../product.ts'
import { MAX_ALERTS } from '../with-shared.ts'
import { type HeldSearch, heldBeside } from './held-alerts.ts'
import { once } from './once.ts'

/**
 * Tells other alerts from those that were found: alerts of the same form of the same product whose own id differs. A copy of an
 * alert, or the same alert in another form, is none. An alert without an id of its own is none.
 */
export function besideAlerts(found: readonly unknown[]) {
  const known = new Map<Form, (readonly string[])[]>()
  for (const alert of found) {
    const one = identityOf(alert)
    if (one === null) continue
    const ids = known.get(one.form) ?? []
    ids.push(one.id)
    known.set(one.form, ids)
  }
  const forms = [...known.keys()]
  const alike = recogniser(forms.map((form) => ({ forms: [form] })))
  const least = Math.min(...forms.map(fewestKeys))
  const isAlike = (value: unknown) =>
    isObject(value) && Object.keys(value).length >= least && alike(value) !== undefined
  /** Returns the other alerts of `candidates`; of more than a body may hold, the first. */
  const othersOf = (candidates: readonly unknown[]): readonly unknown[] => {
    const others: unknown[] = []
    for (const candidate of candidates) {
      const own = identityOf(candidate)
      const ids = own === null ? undefined : known.get(own.form)
      if (own === null || ids === undefined) continue
      if (ids.every((id) => differ(id, own.id))) others.push(candidate)
      if (found.length + others.length > MAX_ALERTS) break
    }
    return others
  }
  /** Whether there are others beside the members `taken` of an envelope. Costs less than a search for alerts of all products. */
  const areBeside = (envelope: Json, taken: ReadonlySet<unknown>, search: HeldSearch): boolean => {
    if (known.size === 0) return false
    const candidates = heldBeside(envelope, taken, { ...search, recognised: isAlike })
    return othersOf(candidates.filter(isAlike)).length > 0
  }
  return { areBeside, othersOf }
}

/** Names of what else is known about an alert: alerts that were sent by themselves. */
export const RELATED =
  /^(?:related|similar|linked|associated|correlated|duplicate|parent|child|past|previous|recent|earlier|histor|last|prior(?!it))|history$/i

/**
 * Returns readers of what stands beside the alerts of one body, which MUST NOT cost more than the alerts: mostly, it holds none. The
 * number of texts that are read as JSON is limited, and the number of objects that are opened as envelopes.
 */
export function readingBeside({ json, described }: Pick<HeldSearch, 'json' | 'described'>) {
  let texts = MAX_TEXTS
  let envelopes = MAX_ENVELOPES
  return {
    json: once((text: string) =>
      text.length < SHORTEST || !JSON_OR_BASE64.test(text) || --texts < 0 ? null : json(text),
    ),
    described: (value: Json) => (--envelopes < 0 ? null : described(value)),
  }
}

/** Returns the form of an alert and its id, in parts. Content hashes are left out: copies of an alert can have different ones. */
function identityOf(alert: unknown): Identity | null {
  const product = recognisedBy(alert)
  const form = product?.forms.find((one) => one.every(({ holds }) => holds(alert)))
  const id = product?.identity.of(alert)?.replace(HASH, '').trim() ?? ''
  return form === undefined || id === '' ? null : { form, id: id.split(SEPARATORS) }
}

/** The number of keys that an object of a form has at least. */
function fewestKeys(form: Form): number {
  return Math.max(1, new Set(form.flatMap(({ keys = [] }) => (keys.length === 1 ? keys : []))).size)
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

const HASH = /sha256:[0-9a-f]{64}/g
const SEPARATORS = /[@:\s]/
const MAX_TEXTS = 4 * MAX_ALERTS
const MAX_ENVELOPES = 4 * MAX_ALERTS
/** No alert with an id is shorter. */
const SHORTEST = 32
/** The beginning of JSON, of its base64, and of the base64 of gzip. */
const JSON_OR_BASE64 = /^\s*(?:[[{"]|e[wy]|W[wy3]|I[Hn]|77u|H4sI)/

type Json = { [key: string]: unknown }

type Identity = { form: Form; id: readonly string[] }

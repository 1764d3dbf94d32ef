import { foldedKeys } from '../../fields.ts'
import { COMMON_FORMATS } from './common-formats.ts'
import type { Form, Product } from './product.ts'
import { PRODUCTS } from './products.ts'

/**
 * The first product that recognises an alert as it stands. Only those products are asked of which the alert has a key that
 * one of their forms cannot do without: of hundreds a few.
 */
export function recognisedBy(alert: unknown): Product | undefined {
  const asked = new Set(INDEX.always)
  for (const key of foldedKeys(alert)) for (const place of INDEX.byKey.get(key) ?? []) asked.add(place)
  const places = [...asked].sort((a, b) => a - b)
  const place = places.find((index) => recognises(PRODUCTS[index]!, alert))
  return place === undefined ? undefined : PRODUCTS[place]
}

/** The format of any product's alerts that an alert is in which no product recognises. */
export function commonFormatOf(alert: unknown): Product | undefined {
  return COMMON_FORMATS.find((format) => recognises(format, alert))
}

function recognises({ forms }: Product, alert: unknown): boolean {
  return forms.some((form) => form.every(({ holds }) => holds(alert)))
}

/** By key, the places of the products with a form whose rarest condition needs one of its keys. `always`: those with a form that needs none. */
function indexOf(products: readonly Product[]) {
  const forms = products.flatMap((product, place) => product.forms.map((form) => ({ form, place })))
  const uses = countOf(forms.flatMap(({ form }) => form.flatMap(({ keys = [] }) => keys)))
  const byKey = new Map<string, Set<number>>()
  const always = new Set<number>()
  for (const { form, place } of forms) {
    const keys = rarest(form, uses)
    if (keys.length === 0) always.add(place)
    for (const key of keys) byKey.set(key, (byKey.get(key) ?? new Set()).add(place))
  }
  return { byKey, always }
}

function countOf(keys: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

/** The keys of the condition of a form that the fewest other conditions ask for. */
function rarest(form: Form, uses: ReadonlyMap<string, number>): readonly string[] {
  let best: { keys: readonly string[]; total: number } | undefined
  for (const { keys = [] } of form) {
    const total = keys.reduce((sum, key) => sum + (uses.get(key) ?? 0), 0)
    if (keys.length > 0 && (best === undefined || total < best.total)) best = { keys, total }
  }
  return best?.keys ?? []
}

const INDEX = indexOf(PRODUCTS)

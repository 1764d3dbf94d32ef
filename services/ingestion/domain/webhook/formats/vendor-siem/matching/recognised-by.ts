import { isObject } from '../../../../../../kernel/json/is-object.ts'
import { foldedKey } from '../../../fields.ts'
import type { Form, Product } from '../product.ts'
import { CASE_FORMATS, COMMON_FORMATS } from '../products/common-formats.ts'
import { PRODUCTS } from '../products/index.ts'

/**
 * Returns the first product that recognises an alert. Only a few of hundreds of forms are checked: those with a required key
 * that the alert has.
 */
export const recognisedBy = recogniser(PRODUCTS)

/** Returns the common format of an alert that no product recognises. */
export const commonFormatOf = recogniser(COMMON_FORMATS)

/** Whether a format is one of cases or issues, which can be about an alert beside them. */
export function isCaseFormat(format: Product | undefined): boolean {
  return CASE_FORMATS.some((one) => one === format)
}

/** Returns a function that finds the first of some products that recognises an alert. */
function recogniser(products: readonly Product[]): (alert: unknown) => Product | undefined {
  const forms = products.flatMap((product) => product.forms.map((form) => ({ product, form })))
  const { byKey, always } = indexOf(forms.map(({ form }) => form))
  return (alert) => {
    if (!isObject(alert)) return undefined
    const names = Object.keys(alert).map(foldedKey)
    const places = placesOf(names, byKey, always)
    if (places === undefined) return undefined
    // Most forms lack a key. The values, which take longer, are read of the others only.
    const has = new Set(names)
    const place = places.find((index) => {
      const { form } = forms[index]!
      const isPossible = form.every(({ keys }) => keys === undefined || keys.some((key) => has.has(key)))
      return isPossible && form.every(({ holds }) => holds(alert))
    })
    return place === undefined ? undefined : forms[place]!.product
  }
}

/** Returns the places of the forms that an alert can have, by its keys, in their order; undefined if there is none. */
function placesOf(
  names: readonly string[],
  byKey: ReadonlyMap<string, readonly number[]>,
  always: readonly number[],
): readonly number[] | undefined {
  const lists = new Set(always.length === 0 ? [] : [always])
  for (const name of names) {
    const places = byKey.get(name)
    if (places !== undefined) lists.add(places)
  }
  const [first] = lists
  return lists.size < 2 ? first : [...new Set([...lists].flat())].sort((a, b) => a - b)
}

/** Indexes the forms by the keys of their rarest condition. `always`: the forms that need no key. */
function indexOf(forms: readonly Form[]) {
  const uses = countOf(forms.flatMap((form) => form.flatMap(({ keys = [] }) => keys)))
  const byKey = new Map<string, number[]>()
  const always: number[] = []
  for (const [place, form] of forms.entries()) {
    const keys = rarest(form, uses)
    if (keys.length === 0) always.push(place)
    for (const key of new Set(keys)) byKey.set(key, [...(byKey.get(key) ?? []), place])
  }
  return { byKey, always }
}

function countOf(keys: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

/** Returns the keys of a form's rarest condition, the one whose keys are needed by the fewest conditions. */
function rarest(form: Form, uses: ReadonlyMap<string, number>): readonly string[] {
  let best: { keys: readonly string[]; total: number } | undefined
  for (const { keys = [] } of form) {
    const total = keys.reduce((sum, key) => sum + (uses.get(key) ?? 0), 0)
    if (keys.length > 0 && (best === undefined || total < best.total)) best = { keys, total }
  }
  return best?.keys ?? []
}

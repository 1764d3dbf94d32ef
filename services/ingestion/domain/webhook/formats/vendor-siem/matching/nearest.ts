import { foldedKeys } from '../../../fields.ts'
import type { Product } from '../product.ts'
import { COMMON_FORMATS } from '../products/common-formats.ts'
import { PRODUCTS } from '../products/index.ts'
import { compare } from '../recognition.ts'

/**
 * Returns the product whose alerts most resemble an unrecognised body, and what the body lacks. It compares the forms of which
 * at least two conditions and half of all hold, and takes the one that lacks least.
 */
export function nearest(alert: unknown): { product: Product; missing: string[] } | undefined {
  let best: { product: Product; missing: string[]; held: number } | undefined
  for (const { product, form } of resembling(alert)) {
    const { held, isTelling, missing } = compare(form, alert)
    if (!isTelling || held < 2 || held * 2 < form.length) continue
    const better =
      best === undefined ||
      missing.length < best.missing.length ||
      (missing.length === best.missing.length && held > best.held)
    if (better) best = { product, missing, held }
  }
  return best
}

/** Returns the forms of which two conditions and half of all can hold, by the alert's keys. The others are not compared. */
function resembling(alert: unknown): readonly (typeof FORMS)[number][] {
  const counts = new Map<number, number>()
  for (const key of foldedKeys(alert))
    for (const { place } of BY_KEY.get(key) ?? []) counts.set(place, (counts.get(place) ?? 0) + 1)
  const places = [...counts].filter(([place, count]) => {
    const { form, withoutKeys } = FORMS[place]!
    return count + withoutKeys >= Math.max(2, form.length / 2)
  })
  return places.map(([place]) => FORMS[place]!).sort((a, b) => a.place - b.place)
}

/** `withoutKeys`: the number of conditions that need no key. */
const FORMS = [...PRODUCTS, ...COMMON_FORMATS]
  .flatMap((product) => product.forms.map((form) => ({ product, form })))
  .map(({ product, form }, place) => ({
    product,
    form,
    place,
    withoutKeys: form.filter(({ keys }) => keys === undefined).length,
  }))

/** The places of the forms by key, one for each condition that needs the key. */
const BY_KEY = Map.groupBy(
  FORMS.flatMap(({ form, place }) =>
    form.flatMap(({ keys = [] }) => [...new Set(keys)].map((key) => ({ key, place }))),
  ),
  ({ key }) => key,
)

import type { Product } from './product.ts'
import { COMMON_FORMATS } from './products/common-formats.ts'
import { PRODUCTS } from './products/index.ts'
import { compare } from './recognition.ts'

/**
 * Returns the product whose alerts most resemble an unrecognised body, and what the body lacks. It compares the forms of which
 * at least two conditions and half of all hold, and takes the one that lacks least.
 */
export function nearest(alert: unknown): { product: Product; missing: string[] } | undefined {
  let best: { product: Product; missing: string[]; held: number } | undefined
  for (const product of KNOWN) {
    for (const form of product.forms) {
      const { held, isTelling, missing } = compare(form, alert)
      if (!isTelling || held < 2 || held * 2 < form.length) continue
      const better =
        best === undefined ||
        missing.length < best.missing.length ||
        (missing.length === best.missing.length && held > best.held)
      if (better) best = { product, missing, held }
    }
  }
  return best
}

const KNOWN = [...PRODUCTS, ...COMMON_FORMATS]

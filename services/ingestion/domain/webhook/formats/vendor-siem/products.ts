import { AI_PRODUCTS } from './ai-products.ts'
import { elasticCommonSchema } from './elastic-common-schema.ts'
import { OPERATIONS_PRODUCTS } from './operations-products.ts'
import type { Product } from './product.ts'
import { SECURITY_PRODUCTS } from './security-products.ts'
import { WEAKNESS_PRODUCTS } from './weakness-products.ts'

/**
 * The products whose alerts are taken as they come, a table each. Each recognises its own alerts by itself; the order
 * decides only for a body that was made to look like two of them.
 */
export const PRODUCTS: readonly Product[] = [
  ...SECURITY_PRODUCTS,
  ...WEAKNESS_PRODUCTS,
  ...AI_PRODUCTS,
  ...OPERATIONS_PRODUCTS,
]

/**
 * Formats in which integrations write the alerts of any product: asked of what no product recognises and what holds no alert of
 * one, so that the alert of a known product is read by its own table wherever it stands in such an event.
 */
export const COMMON_FORMATS: readonly Product[] = [elasticCommonSchema]

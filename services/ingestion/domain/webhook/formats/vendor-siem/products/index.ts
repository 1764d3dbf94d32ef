import type { Product } from '../product.ts'
import { AI_PRODUCTS } from './ai-products.ts'
import { APPLICATION_PRODUCTS } from './application-products.ts'
import { ENDPOINT_PRODUCTS } from './endpoint-products.ts'
import { INTELLIGENCE_PRODUCTS } from './intelligence-products.ts'
import { MAIL_AND_ACCOUNT_PRODUCTS } from './mail-and-account-products.ts'
import { NETWORK_PRODUCTS } from './network-products.ts'
import { OPERATIONS_PRODUCTS } from './operations-products.ts'
import { SECURITY_PRODUCTS } from './security-products.ts'
import { WEAKNESS_PRODUCTS } from './weakness-products.ts'

/**
 * The products whose alerts are read, a table each. Each table recognises its own alerts; the order decides only about a body
 * that was made to look like two of them.
 */
export const PRODUCTS: readonly Product[] = [
  ...SECURITY_PRODUCTS,
  ...ENDPOINT_PRODUCTS,
  ...NETWORK_PRODUCTS,
  ...MAIL_AND_ACCOUNT_PRODUCTS,
  ...WEAKNESS_PRODUCTS,
  ...INTELLIGENCE_PRODUCTS,
  ...AI_PRODUCTS,
  ...OPERATIONS_PRODUCTS,
  ...APPLICATION_PRODUCTS,
]

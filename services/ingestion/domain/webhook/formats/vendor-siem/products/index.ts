import type { Product } from '../product.ts'
import * as ai from './ai-products.ts'
import * as application from './application-products.ts'
import * as endpoint from './endpoint-products.ts'
import * as intelligence from './intelligence-products.ts'
import * as mailAndAccount from './mail-and-account-products.ts'
import * as network from './network-products.ts'
import * as operations from './operations-products.ts'
import * as security from './security-products.ts'
import * as weakness from './weakness-products.ts'

/**
 * The products whose alerts are read: every export of these modules. Each recognises its own alerts; the order decides only about
 * a body that was made to look like two of them.
 */
export const PRODUCTS: readonly Product[] = [
  security,
  endpoint,
  network,
  mailAndAccount,
  weakness,
  intelligence,
  ai,
  operations,
  application,
].flatMap((products) => Object.values<Product>(products))

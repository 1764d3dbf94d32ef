import type { Product } from '../product.ts'
import { checkPointLog } from './checkpoint-log.ts'
import { trellixNsp } from './trellix-nsp.ts'

/** Products that inspect the traffic of a network, and write each finding as a line of text. */
export const NETWORK_PRODUCTS: readonly Product[] = [checkPointLog, trellixNsp]

import type { Product } from '../product.ts'
import { cyjax } from './cyjax.ts'
import { dataminrPulse } from './dataminr-pulse.ts'
import { flare } from './flare.ts'
import { googleDtm } from './google-dtm.ts'

/** Products that watch for threats and leaks outside of an organization. */
export const INTELLIGENCE_PRODUCTS: readonly Product[] = [dataminrPulse, googleDtm, cyjax, flare]

import type { Product } from '../product.ts'
import { checkPointLog } from './checkpoint-log.ts'
import { ciscoUcs } from './cisco-ucs.ts'
import { cloudflareLogpush } from './cloudflare-logpush.ts'
import { extraHopInvestigation } from './extrahop-investigation.ts'
import { kasperskyDdos } from './kaspersky-ddos.ts'
import { tenableOtSecurity } from './tenable-ot-security.ts'
import { trellixNsp } from './trellix-nsp.ts'

/** Products that inspect the traffic of a network. */
export const NETWORK_PRODUCTS: readonly Product[] = [
  checkPointLog,
  trellixNsp,
  ciscoUcs,
  kasperskyDdos,
  cloudflareLogpush,
  tenableOtSecurity,
  extraHopInvestigation,
]

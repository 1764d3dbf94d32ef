/** Products that inspect the traffic of a network. */

export { checkPointLog } from './checkpoint-log.ts'
export { ciscoUcs } from './cisco-ucs.ts'
export { cloudflareLogpush } from './cloudflare-logpush.ts'
export { dragos } from './dragos.ts'
export { extraHopInvestigation } from './extrahop-investigation.ts'
export { kasperskyDdos } from './kaspersky-ddos.ts'
export { lumu } from './lumu.ts'
export { menlo } from './menlo.ts'
export { tenableOtSecurity } from './tenable-ot-security.ts'
export { trellixNsp } from './trellix-nsp.ts'

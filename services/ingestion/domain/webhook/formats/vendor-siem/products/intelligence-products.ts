/** Products that watch for threats and leaks outside of an organization. */

export { cyjax } from './cyjax.ts'
export { dataminrPulse } from './dataminr-pulse.ts'
export { flare } from './flare.ts'
export { googleDtm } from './google-dtm.ts'
export { stixIncident } from './stix-incident.ts'

import type { ErrorDetails } from '../errors/errors.ts'
import type { Caller } from '../identity/caller.ts'

/** A call that is being served: who makes it, and the instant it is answered as of. Details go into its audit entry. */
export type Call = { caller: Caller; at: Date; details?: ErrorDetails }

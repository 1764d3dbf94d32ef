import type { ErrorDetails } from '../errors/errors.ts'
import type { Caller } from '../identity/caller.ts'

/** A call that is being served: its caller, and the instant that its answer refers to. Details go into its audit entry. */
export type Call = { caller: Caller; at: Date; details?: ErrorDetails }

import { type MemoryBudget, memoryBudget } from '../../../services/kernel/concurrency/memory-budget.ts'
import { type BodyScheduler, bodyScheduler } from './body-scheduler.ts'

/**
 * Limits the memory of request bodies. It counts the bodies of callers that are not authenticated yet by address, and all
 * others by organization. Beyond either limit, the address or the organization that holds the most loses its oldest
 * body on which no work has begun, which is answered 429 (hold-body.ts).
 */
export type BodyBudgets = { unauthenticated: MemoryBudget; authenticated: MemoryBudget; turns: BodyScheduler }

export function bodyBudgets(): BodyBudgets {
  return {
    unauthenticated: memoryBudget(UNAUTHENTICATED_BYTES),
    authenticated: memoryBudget(AUTHENTICATED_BYTES),
    turns: bodyScheduler(READ_PER_TURN),
  }
}

/** The number of bodies that one turn of the event loop reads further, 64 KiB to 128 KiB each. */
const READ_PER_TURN = 4
const MIB = 1024 * 1024
const UNAUTHENTICATED_BYTES = 48 * MIB
const AUTHENTICATED_BYTES = 128 * MIB

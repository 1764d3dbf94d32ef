import { sqlState } from '../../kernel/database/errors.ts'
import { DomainError, Reason } from '../../kernel/errors/errors.ts'

/**
 * Runs an attempt to write until it meets the state that it was prepared from: it is made again, from a fresh reading,
 * when that state has changed meanwhile (ingestion.refuse_stale) or the database gave it up for the benefit of others
 * (deadlock, serialization failure). A statement that was refused has written nothing.
 *
 * @throws DomainError UNAVAILABLE when it does not come to rest; whatever else the attempt throws
 */
export async function persist<T>(attempt: (again: boolean) => Promise<T>): Promise<T> {
  for (let made = 1; ; made++) {
    try {
      return await attempt(made > 1)
    } catch (error) {
      if (!PASSING.has(sqlState(error) ?? '')) throw error
      if (made === ATTEMPTS)
        throw new DomainError(Reason.UNAVAILABLE, 'the state changes too fast', { cause: error })
    }
  }
}

/** Prepared from an earlier state, serialization_failure, deadlock_detected. */
const PASSING = new Set(['P0901', '40001', '40P01'])
const ATTEMPTS = 10

import { sqlState } from '../../kernel/database/errors.ts'
import { DomainError, Reason } from '../../kernel/errors/errors.ts'

/**
 * Repeats an attempt to write until the state from which it was prepared is still the current one. The attempt is made again
 * when that state has changed meanwhile (ingestion.refuse_stale) or the database ended the statement (deadlock, serialization
 * failure). It is then `fresh` and MUST NOT read from a cache. A statement that was refused has written nothing.
 *
 * @throws DomainError UNAVAILABLE after too many attempts; any other error of the attempt
 */
export async function persist<T>(attempt: (reading: { fresh: boolean }) => Promise<T>): Promise<T> {
  for (let made = 1; ; made++) {
    try {
      return await attempt({ fresh: made > 1 })
    } catch (error) {
      if (!PASSING.has(sqlState(error) ?? '')) throw error
      if (made === ATTEMPTS)
        throw new DomainError(Reason.UNAVAILABLE, 'the state changes too fast', { cause: error })
    }
  }
}

/** SQLSTATEs: P0901 of ingestion.refuse_stale, serialization_failure, deadlock_detected. */
const PASSING = new Set(['P0901', '40001', '40P01'])
const ATTEMPTS = 10

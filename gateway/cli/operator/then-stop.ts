import { errorLine } from '../errors/error-line.ts'

/**
 * Runs, then stops what was started for it. What `run` returned, such as a password that is shown once, or its error, MUST NOT be lost
 * because a part does not stop: that is only printed, on stderr.
 */
export async function thenStop<T>(run: () => Promise<T>, stop: () => Promise<void>): Promise<T> {
  try {
    return await run()
  } finally {
    await stop().catch((error: unknown) => process.stderr.write(errorLine(error)))
  }
}

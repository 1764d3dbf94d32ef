import { expect } from 'vitest'
import { entriesOf } from '../../contract/support/expect-error.ts'
import type { Answer } from '../../contract/support/http.ts'
import type { TestInstallation } from '../../harness/installation.ts'

/**
 * Checks that a call has one entry in the log, and its content. Above the limits of a minute, a refused call of an unknown caller
 * is only counted (services/kernel/identity/aggregate-calls.ts): the last test of the file checks the sum.
 */
export async function requireEntry(
  at: TestInstallation,
  answer: Answer,
  wanted: Record<string, unknown>,
): Promise<void> {
  const entries = await entriesOf(at, answer)
  if (answer.status >= 400 && entries.length === 0) return
  expect(entries).toHaveLength(1)
  expect(entries[0]).toMatchObject(wanted)
}

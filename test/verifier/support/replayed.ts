import { expect } from 'vitest'
import { TestLog } from './log.ts'
import { buildPackage } from './package.ts'
import { verify } from './run.ts'
import { makeKey } from './signer.ts'

export const key = makeKey()

/** Returns a log whose first entry is its organization. */
export function logOf(...steps: ((log: TestLog) => unknown)[]): TestLog {
  const log = new TestLog()
  log.append('createOrganization', { organizations: [{ id: log.organizationId, version: 1 }] })
  for (const step of steps) step(log)
  return log
}

/** Returns the code of the replay's failure, or the status of the step. */
export async function replayed(
  log: TestLog,
  options: Parameters<typeof buildPackage>[2] = {},
  demands: Parameters<typeof verify>[1] = {},
): Promise<string> {
  const report = await verify(await buildPackage(log, key, options), { pin: [key.kid], ...demands })
  const before = report.steps.slice(0, 7).map(({ status }) => status)
  expect(before).toEqual(Array(7).fill('PASS'))
  return (
    report.failures[0]?.code ?? `${report.steps[8]!.status}${report.remarks.length > 0 ? ', remarked' : ''}`
  )
}

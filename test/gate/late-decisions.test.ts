import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../harness/database.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { call } from '../harness/rest.ts'
import { tenantOf } from '../ingestion/support.ts'

let at: TestInstallation
let passedMs = 0
/** The time between two readings of the clock, as in a process that is stopped again and again. */
let eachMs = 0
beforeAll(async () => {
  at = await bootInstallation({
    clock: {
      now: () => {
        passedMs += eachMs
        return new Date(Date.now() + passedMs)
      },
    },
  })
})
afterAll(() => at.stop())

test('a decision whose process stalled before noting its time is made again, or refused with 500 if stalls repeat', async () => {
  const system = await tenantOf(at).system('Assistant')
  const ask = () => call(at.baseUrl, `/api/v1/gate-status/${system}`, { key: at.organization.key })
  eachMs = 6000
  const refused = await ask()
  eachMs = 0
  const stored = () => sql(at.databaseUrl, 'select id from gate.decisions where system_id = $1', [system])
  expect([refused.status, await stored()]).toEqual([500, []])
  eachMs = 1000
  expect((await ask()).body.decision).toBe('block')
  eachMs = 0
  expect(await stored()).toHaveLength(1)
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { sessionCaller } from '../../gateway/cli/calls/session-caller.ts'
import { systemClock } from '../../services/kernel/clock.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { call } from '../harness/rest.ts'
import { parseCases } from './case-file.ts'
import { play } from './play.ts'

const HOUR = 3_600_000

let right: TestInstallation
let ahead: TestInstallation
beforeAll(async () => {
  right = await bootInstallation()
  const clock = { now: () => new Date(Date.now() + HOUR) }
  ahead = await bootInstallation({ databaseUrl: right.databaseUrl, clock })
})
afterAll(async () => {
  await ahead.stop()
  await right.stop()
})

test('the database’s order decides which result is newest, even if one process’s clock is an hour ahead', async () => {
  const { key, admin } = await right.another()
  const [gateCase] = parseCases(
    [
      'case clocks',
      'system demo',
      'suite safety asr:prompt_injection:lte:0.1',
      'profile bot tools=search model=gpt-x/1 prompt=p0',
      'result asr:prompt_injection 0.05',
      'certify',
      'expect pass',
      'result asr:prompt_injection 0.2',
      'expect block no_approved_run',
      'result asr:prompt_injection 0.05',
      'expect pass',
    ].join('\n'),
  )
  let submitted = 0
  await play(gateCase!, {
    gate: right.composition.transports.gate,
    asAdmin: (operation) => sessionCaller(operation, admin.session, systemClock),
    rest: (path, body) => {
      if (path === '/ai-evaluations') submitted += 1
      const through = path === '/ai-evaluations' && submitted % 2 === 1 ? ahead : right
      return call(through.baseUrl, `/api/v1${path}`, { key, body })
    },
  })
  expect(submitted).toBe(3)
})

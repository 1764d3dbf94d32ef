import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sessionCaller } from '../../gateway/cli/calls/session-caller.ts'
import { systemClock } from '../../services/kernel/clock.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { call } from '../harness/rest.ts'
import { parseCases } from './case-file.ts'
import { play } from './play.ts'

const directory = new URL('cases/', import.meta.url)
const files = readdirSync(directory)
  .filter((name) => name.endsWith('.case.txt'))
  .map((name) => ({ name, cases: parseCases(readFileSync(new URL(name, directory), 'utf8')) }))

let at: TestInstallation
beforeAll(async () => {
  at = await bootInstallation()
})
afterAll(() => at.stop())

test('the gate case files contain at least 40 cases', () => {
  expect(files.flatMap(({ cases }) => cases).length).toBeGreaterThanOrEqual(40)
})

describe.each(files)('$name', ({ cases }) => {
  test.each(cases)('$title', async (gateCase) => {
    const { key, admin } = await at.another()
    await play(gateCase, {
      gate: at.composition.transports.gate,
      asAdmin: (operation) => sessionCaller(operation, admin.session, systemClock),
      rest: (path, body) => call(at.baseUrl, `/api/v1${path}`, { key, body }),
    })
  })
})

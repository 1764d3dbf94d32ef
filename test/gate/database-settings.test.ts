import { afterAll, beforeAll, test } from 'vitest'
import { sessionCaller } from '../../gateway/cli/calls/session-caller.ts'
import { systemClock } from '../../services/kernel/clock.ts'
import { sql } from '../harness/database.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { call } from '../harness/rest.ts'
import { parseCases } from './case-file.ts'
import { play } from './play.ts'

/** Settings of a database, or of a role in it, that change what a statement gives, and no row and no definition. */
let first: TestInstallation
let at: TestInstallation
beforeAll(async () => {
  first = await bootInstallation()
  const { databaseUrl } = first
  const name = new URL(databaseUrl).pathname.slice(1)
  for (const setting of ['extra_float_digits = -13', 'gin_fuzzy_search_limit = 1', 'array_nulls = off'])
    await sql(databaseUrl, `alter database ${name} set ${setting}`)
  // A process that starts now has no connection of before.
  at = await bootInstallation({ databaseUrl })
})
afterAll(async () => {
  await at?.stop()
  await first.stop()
})

test('a value is compared exactly, whatever the database rounds numbers to', async () => {
  const { key, admin } = await at.another()
  const [gateCase] = parseCases(
    [
      'case settings',
      'system demo',
      'suite safety accuracy:quality:gte:0.95',
      'profile bot tools=search model=gpt-x/1 prompt=p0',
      'result accuracy:quality 0.96',
      'certify',
      'expect pass',
      'result accuracy:quality 0.9499',
      'expect block no_approved_run',
    ].join('\n'),
  )
  await play(gateCase!, {
    gate: at.composition.transports.gate,
    asAdmin: (operation) => sessionCaller(operation, admin.session, systemClock),
    rest: (path, body) => call(at.baseUrl, `/api/v1${path}`, { key, body }),
  })
})

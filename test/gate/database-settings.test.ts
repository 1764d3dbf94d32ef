import { afterAll, beforeAll, expect, test } from 'vitest'
import { sessionCaller } from '../../gateway/cli/calls/session-caller.ts'
import { systemClock } from '../../services/kernel/clock.ts'
import { databaseClock } from '../../services/kernel/database/clock.ts'
import { fromConnectError } from '../../services/kernel/errors/connect-errors.ts'
import { Reason } from '../../services/kernel/errors/errors.ts'
import { silentLog } from '../../services/kernel/logging/log.ts'
import { connected, sql, waitingForLocks } from '../harness/database.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { call } from '../harness/rest.ts'
import { ACTIONS, reviewOf } from './actions.ts'
import { parseCases } from './case-file.ts'
import { clientsOf, emptyStage, type Stage, type Staged } from './stage.ts'

/** Settings of a database, or of a role in it, that change what a statement gives, and no row and no definition. */
let first: TestInstallation
let at: TestInstallation
beforeAll(async () => {
  first = await bootInstallation()
  const { databaseUrl } = first
  const name = new URL(databaseUrl).pathname.slice(1)
  await sql(databaseUrl, BESIDE)
  for (const setting of [
    'extra_float_digits = -13',
    'gin_fuzzy_search_limit = 1',
    'array_nulls = off',
    "default_transaction_isolation = 'repeatable read'",
    'search_path = beside, pg_catalog',
  ])
    await sql(databaseUrl, `alter database ${name} set ${setting}`)
  // A process that starts now has no earlier connection.
  at = await bootInstallation({ databaseUrl })
})
afterAll(async () => {
  await at?.stop()
  await first.stop()
})

test('the gate compares a value with its threshold exactly, whatever rounding the database is set to', async () => {
  await play(
    await stageOf(),
    emptyStage(),
    ...CERTIFIABLE,
    'certify',
    'expect pass',
    'result accuracy:quality 0.9499',
    'expect block no_approved_run',
  )
})

test('a certification that waited for an agent’s change is refused, whatever the default isolation level', async () => {
  const stage = await stageOf()
  const so = emptyStage()
  await play(stage, so, ...CERTIFIABLE)
  const { certifications, profiles } = clientsOf(stage)
  const { aiSystemId, reviewedHash } = await reviewOf(stage, so)
  const tools = { values: ['search', 'erase'] }
  const done = await connected(at.databaseUrl, async (run) => {
    await run('begin')
    await run('select from gate.systems where id = $1 for update', [aiSystemId])
    const widened = profiles.updateProfile(
      { id: so.profiles.get('bot')!, tools },
      stage.asAdmin('updateProfile'),
    )
    await expect.poll(() => waitingForLocks(at.databaseUrl)).toBe(1)
    const certified = certifications.certify({ aiSystemId, reviewedHash }, stage.asAdmin('certify'))
    const both = Promise.allSettled([widened, certified])
    await expect.poll(() => waitingForLocks(at.databaseUrl)).toBe(2)
    await run('rollback')
    return await both
  })
  expect(done.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  expect(fromConnectError((done[1] as PromiseRejectedResult).reason).reason).toBe(Reason.CONFLICT)
})

test('statements call PostgreSQL’s own functions, even if the search path finds others first', async () => {
  await play(
    await stageOf(),
    emptyStage(),
    ...CERTIFIABLE,
    'certify',
    'expect pass',
    'run bot model=gpt-x/1',
    'event erase',
    'expect block open_drift_trigger',
  )
})

test('the database clock for waits and key expiry is right, whatever rounding the database is set to', async () => {
  const clock = await databaseClock(at.databaseUrl, { clock: systemClock, log: silentLog })
  try {
    expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(60_000)
  } finally {
    await clock.stop()
  }
})

/** By it, a finding has been resolved a thousand times. */
const BESIDE = `
  create schema beside; grant usage on schema beside to public;
  create aggregate beside.max(bigint) (sfunc = int8larger, stype = bigint, initcond = '1000')`

const CERTIFIABLE = [
  'system demo',
  'suite safety accuracy:quality:gte:0.95',
  'profile bot tools=search model=gpt-x/1 prompt=p0',
  'result accuracy:quality 0.96',
]

async function stageOf(): Promise<Stage> {
  const { key, admin } = await at.another()
  return {
    gate: at.composition.transports.gate,
    asAdmin: (operation) => sessionCaller(operation, admin.session, systemClock),
    rest: (path, body) => call(at.baseUrl, `/api/v1${path}`, { key, body }),
  }
}

async function play(stage: Stage, so: Staged, ...lines: string[]): Promise<void> {
  const steps = parseCases(['case settings', ...lines].join('\n')).flatMap((one) => one.steps)
  for (const step of steps) await ACTIONS[step.words[0] ?? '']!(stage, so, step)
}

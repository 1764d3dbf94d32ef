import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeScene } from '../gate/people.ts'
import { connected, sql, waitingForLocks } from '../harness/database.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { call } from '../harness/rest.ts'
import { behindTriggers } from '../log/support.ts'
import { oneApprover } from './support/one-approver.ts'

/*
 * Somebody who can write to the database lets a name mean something else for the moment in which a result that fails comes, or the gate is
 * asked by name, and puts back what there was: the result counts for nothing, or another AI system answers.
 */

let at: TestInstallation
beforeAll(async () => {
  at = await bootInstallation()
})
afterAll(() => at.stop())

/** A system that passes, and another one that blocks. */
async function stage() {
  const { organization, id, key, admin, approver, scene, found } = await oneApprover(at)
  const other = await makeScene(at, organization, { admin, author: admin })
  await scene.certify(approver)
  const { systems } = await admin.systems.listSystems({})
  const nameOf = (wanted: string) => systems.find((one) => one.id === wanted)!.name
  const [name, otherName] = [nameOf(scene.aiSystemId), nameOf(other.aiSystemId)]
  /** Both have other names, and then each that of the other one. */
  const swap = [
    ['update gate.systems set name = name || $2 where org_id = $1', [id, ' for a moment']],
    [
      'update gate.systems set name = case id when $2 then $3 else $4 end where org_id = $1',
      [id, scene.aiSystemId, otherName, name],
    ],
  ] as const
  const swapBack = [swap[0], [swap[1][0], [id, scene.aiSystemId, name, otherName]]] as const
  return { id, key, scene, other, name, otherName, swap, swapBack, found }
}

test('verify.mjs finds a failing result tied to a suite version planted in the database', async () => {
  const { id, scene, found } = await stage()
  const version = [id, scene.aiSystemId]
  await sql(
    at.databaseUrl,
    `insert into gate.suites (org_id, id, version, entry_id, position, record)
     select org_id, gen_random_uuid(), 2, entry_id, 1, replace(record, '"version":1', '"version":2') from gate.suites
     where org_id = $1 and system_id = $2`,
    version,
  )
  expect((await scene.result(0.9)).body.data[0]).toMatchObject({ eval_suite_version: 2 })
  await behindTriggers(
    at.databaseUrl,
    'gate.suites',
    'delete from gate.suites where org_id = $1 and system_id = $2 and version = 2',
    version,
  )
  expect(await scene.gate()).toEqual(['pass'])
  expect(await found()).toEqual([expect.stringMatching('^input_differs: .*another suite version')])
})

test('verify.mjs finds a failing result submitted while the database swapped the names of two AI systems', async () => {
  const { scene, name, swap, swapBack, found } = await stage()
  for (const [text, values] of swap) await sql(at.databaseUrl, text, [...values])
  const answer = await scene.result(0.9, { ai_system_id: undefined, ai_system_name: name })
  for (const [text, values] of swapBack) await sql(at.databaseUrl, text, [...values])
  expect(answer.status).toBe(201)
  expect(await scene.gate()).toEqual(['pass'])
  expect(await found()).toEqual([expect.stringMatching('^input_differs: .*AI system of another name')])
})

test('a gate query by name decides on the AI system of that name, or answers 404, while names are swapped', async () => {
  const { key, otherName, swap, swapBack, found } = await stage()
  const ask = () =>
    call(at.baseUrl, `/api/v1/gate-status?ai_system_name=${encodeURIComponent(otherName)}`, { key })
  expect((await ask()).body.decision).toBe('block')
  const waiting = await waitingForLocks(at.databaseUrl)
  const waitingAre = (more: number) => expect.poll(() => waitingForLocks(at.databaseUrl)).toBe(waiting + more)
  const lock = 'begin; lock table gate.systems in access exclusive mode'
  const answer = await connected(at.databaseUrl, (first) =>
    connected(at.databaseUrl, async (second) => {
      await first(lock)
      const asked = ask()
      await waitingAre(1)
      const locked = second(lock)
      await waitingAre(2)
      // The name is looked up, and then the system is read.
      for (const [text, values] of swap) await first(text, [...values])
      await first('commit')
      await locked
      for (const [text, values] of swapBack) await second(text, [...values])
      await second('commit')
      return await asked
    }),
  )
  expect(answer.status).toBe(404)
  expect(await found()).toEqual([])
})

test('a package verifies whose results were tied to AI systems and suites by name and by id', async () => {
  const { scene, name, found } = await stage()
  const { body } = await scene.result(0.05, { ai_system_id: undefined, ai_system_name: name })
  const [{ eval_suite_id }] = body.data
  await Promise.all([
    scene.result(0.06, { eval_suite: eval_suite_id }),
    scene.result(0.06, { eval_suite: eval_suite_id.toUpperCase() }),
    scene.result(0.06, { eval_suite: undefined }),
    scene.suite(0.2),
    scene.result(0.07),
  ])
  expect((await scene.result(0.08, { eval_suite: eval_suite_id })).status).toBe(201)
  expect(await found()).toEqual([])
})

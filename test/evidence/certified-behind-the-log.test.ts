import { afterAll, beforeAll, expect, test } from 'vitest'
import { Operator } from '../../proto/gen/attestry/gate/v1/suites_pb.ts'
import { KeyService } from '../../proto/gen/attestry/ledger/v1/keys_pb.ts'
import { Reason } from '../../services/kernel/errors/errors.ts'
import { Role } from '../../services/kernel/identity/caller.ts'
import { makePerson, makeScene, personAt, refusal } from '../gate/people.ts'
import { controlClient } from '../harness/control.ts'
import { sql } from '../harness/database.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { behindTriggers } from '../log/support.ts'
import { foundIn, NOT_SEPARATED } from './support/one-approver.ts'

/*
 * Somebody who can write to the database shows the gate another suite, other results or other agents there, has that certified or attested, and
 * puts back what there was. Afterwards nothing differs from its record, and the gate passes.
 */

let at: TestInstallation
beforeAll(async () => {
  at = await bootInstallation()
})
afterAll(() => at.stop())

async function stage(settings: Partial<typeof NOT_SEPARATED> = {}) {
  const organization = await at.another({ separationOfDuties: { ...NOT_SEPARATED, ...settings } })
  const { id, admin: first } = organization
  const admin = personAt(at.baseUrl, first.id, first.session)
  const author = await makePerson(at, admin, { role: Role.MEMBER })
  const approver = await makePerson(at, admin, { role: Role.APPROVER, attestationRoles: ['ciso'] })
  const scene = await makeScene(at, organization, { admin, author, attestationRoles: ['ciso'] })
  const change = (statement: string) => sql(at.databaseUrl, `${statement} where org_id = $1`, [id])
  /** The text of the suite's record, from which its thresholds follow. */
  const rewrite = (from: string, to: string) =>
    behindTriggers(
      at.databaseUrl,
      'gate.suites',
      'update gate.suites set record = replace(record, $2, $3) where org_id = $1',
      [id, from, to],
    )
  const found = () => foundIn(at, first.session)
  return { organization, admin, author, approver, scene, change, rewrite, found }
}

const differs = (says: string) => [expect.stringMatching(`^input_differs: .*: ${says}`)]

test('verify.mjs finds a certification made while a threshold was hidden in the database', async () => {
  const { admin, author, approver, scene, rewrite, found } = await stage({ certifierIsAnother: true })
  const bound = { evalType: 'prompt_injection', operator: Operator.LTE, value: 0.1 }
  const thresholds = ['asr', 'leak'].map((metricName) => ({ metricName, ...bound }))
  await author.suites.createSuite({ aiSystemId: scene.aiSystemId, name: 'release', thresholds })
  await scene.result(0.05)
  const second = await makePerson(at, admin, { role: Role.ADMIN })
  const keys = controlClient(at.baseUrl, KeyService, second.session)
  const { secret } = await keys.createKey({ name: 'own', permissions: ['evaluations:write'] })
  await scene.result(0.05, { metric_name: 'leak' }, secret)
  expect(await refusal(scene.certify(second))).toBe(Reason.FORBIDDEN)
  const hidden = ',{"eval_type":"prompt_injection","metric_name":"leak","operator":"lte","value":0.1}'
  await rewrite(hidden, '')
  await scene.certify(second)
  await rewrite('"value":0.1}],"version":2', `"value":0.1}${hidden}],"version":2`)
  await scene.attest(approver, 'ciso')
  expect(await scene.gate()).toEqual(['pass'])
  expect(await found()).toEqual(differs('it locks results other than those that the suite requires'))
})

test('verify.mjs finds a certification made while the database said that a failing result was met', async () => {
  const { approver, scene, change, found } = await stage()
  await scene.result(0.9)
  await change('update ingestion.newest_results set metric_value = 0')
  await scene.certify(approver)
  await change('update ingestion.newest_results set metric_value = 0.9')
  await scene.result(0.05)
  await scene.attest(approver, 'ciso')
  expect(await scene.gate()).toEqual(['pass'])
  expect(await found()).toEqual(differs('it locks a result other than the one in the log'))
})

test('verify.mjs finds a certification made while the database named another model for the agent', async () => {
  const { approver, scene, change, found } = await stage()
  await change("update gate.profiles set model_name = 'another'")
  await scene.certify(approver)
  await scene.attest(approver, 'ciso')
  await change("update gate.profiles set model_name = 'm'")
  await approver.profiles.updateProfile({ id: scene.profileId, modelName: 'another' })
  expect(await scene.gate()).toEqual(['pass'])
  expect(await found()).toEqual(differs('the log has other agents'))
})

test.each(['certify', 'attest'] as const)(
  'verify.mjs finds an approval made while a tool was hidden from the person who would %s',
  async (how) => {
    const { author, approver, scene, change, found } = await stage()
    await author.profiles.updateProfile({ id: scene.profileId, tools: { values: ['search', 'wipe'] } })
    const show = (tools: string) => change(`update gate.profiles set tools = array[${tools}]`)
    if (how === 'attest') await scene.certify(approver)
    await show("'search'")
    await (how === 'attest' ? scene.attest(approver, 'ciso') : scene.certify(approver))
    await show("'search', 'wipe'")
    if (how === 'certify') await scene.attest(approver, 'ciso')
    expect(await scene.gate()).toEqual(['pass'])
    expect(await found()).toEqual(differs('what was reviewed is not what the log had'))
  },
)

test('a package with honest certifications and attestations verifies, with changes and results between them', async () => {
  const { admin, author, approver, scene, found } = await stage({ changesNeedAnother: true })
  await scene.certify(approver)
  await author.profiles.updateProfile({ id: scene.profileId, tools: { values: ['search', 'send'] } })
  await author.profiles.updateProfile({ id: scene.profileId, tools: { values: ['search', 'send', 'wipe'] } })
  await admin.systems.updateSystem({ id: scene.aiSystemId, name: `renamed "${scene.agentIdentity}" ü` })
  const results = Array.from({ length: 20 }, (_, n) => scene.result(n / 1000))
  const { triggers } = await approver.triggers.listTriggers({ aiSystemId: scene.aiSystemId, status: 1 })
  const settled = triggers
    .slice(0, 2)
    .map(({ id }) => approver.triggers.resolveTrigger({ id, occurrences: 1n, reason: 'seen' }))
  await Promise.all([
    ...results,
    ...settled,
    ...Array.from({ length: 6 }, () =>
      Promise.allSettled([scene.certify(approver), scene.attest(approver, 'ciso')]),
    ),
  ])
  await scene.certify(approver)
  await scene.attest(approver, 'ciso')
  expect(await scene.gate()).toEqual(['pass'])
  expect((await found()).filter((text) => !text.startsWith('decision '))).toEqual([])
})

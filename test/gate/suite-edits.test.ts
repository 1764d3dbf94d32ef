import { afterAll, beforeAll, expect, test } from 'vitest'
import { Operator, SuiteStatus } from '../../proto/gen/attestry/gate/v1/suites_pb.ts'
import { Reason } from '../../services/kernel/errors/errors.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { makeScene, type PersonAt, personAt, refusal } from './people.ts'

let at: TestInstallation
let admin: PersonAt
beforeAll(async () => {
  at = await bootInstallation()
  admin = personAt(at.baseUrl, at.organization.admin.id, at.organization.admin.session)
})
afterAll(() => at?.stop())

const scene = () => makeScene(at, at.organization, { admin, author: admin })
const asr = (value: number) => ({
  ...{ metricName: 'asr', evalType: 'prompt_injection', operator: Operator.LTE, value },
})
const leaks = { metricName: 'leaks', evalType: 'privacy', operator: Operator.EQ, value: 0 }
const versionsOf = async (aiSystemId: string) =>
  (await admin.suites.listEvalSuites({ aiSystemId })).suites.map(({ version }) => version)

test('replacing a suite is refused if its version differs from the expected one', async () => {
  const { aiSystemId } = await scene()
  const read = { aiSystemId, name: 'release', expectedVersion: 1 }
  await admin.suites.createSuite({ ...read, thresholds: [asr(0.1), leaks] })
  const laxer = admin.suites.createSuite({ ...read, thresholds: [asr(0.2)] })
  await expect(laxer).rejects.toThrow('the suite is at version 2, not 1: read it again')
  expect(await versionsOf(aiSystemId)).toEqual([2, 1])
  await admin.suites.createSuite({ ...read, expectedVersion: 2, thresholds: [asr(0.05), leaks] })
  const { suites } = await admin.suites.listEvalSuites({ aiSystemId, status: SuiteStatus.ACTIVE })
  expect(suites[0]).toMatchObject({ version: 3, thresholds: [asr(0.05), leaks] })
})

test('of several simultaneous edits of one suite version, one is recorded and the others are refused', async () => {
  const { aiSystemId } = await scene()
  const edits = [0.2, 0.3, 0.4, 0.5].map((value) =>
    refusal(
      admin.suites.createSuite({
        ...{ aiSystemId, name: 'release', expectedVersion: 1, thresholds: [asr(value)] },
      }),
    ),
  )
  const refused = (await Promise.all(edits)).filter((reason) => reason === Reason.CONFLICT)
  expect(refused).toHaveLength(3)
  expect(await versionsOf(aiSystemId)).toEqual([2, 1])
})

test('creating a suite with expected version 0 is refused if a suite of that name exists', async () => {
  const { aiSystemId } = await scene()
  const made = { aiSystemId, expectedVersion: 0, thresholds: [asr(0.9)] }
  expect(await refusal(admin.suites.createSuite({ ...made, name: 'release' }))).toBe(Reason.CONFLICT)
  await admin.suites.createSuite({ ...made, name: 'another' })
  await admin.suites.createSuite({ aiSystemId, name: 'another', thresholds: [asr(0.8)] })
  expect(await versionsOf(aiSystemId)).toEqual([2, 1, 1])
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { Role } from '../../services/kernel/identity/caller.ts'
import { makePerson, makeScene, personAt, SEPARATED } from '../gate/people.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { foundIn } from './support/one-approver.ts'

let at: TestInstallation
beforeAll(async () => {
  at = await bootInstallation()
})
afterAll(() => at.stop())

test('a package verifies in which a new agent opened a trigger that another person’s certification resolved', async () => {
  const organization = await at.another({ separationOfDuties: { ...SEPARATED, roleWaitHours: 0 } })
  const admin = personAt(at.baseUrl, organization.admin.id, organization.admin.session)
  const approver = await makePerson(at, admin, { role: Role.APPROVER })
  const { aiSystemId, certify, gate, result } = await makeScene(at, organization, { admin, author: admin })
  await certify(approver)
  const agent = { tools: ['shell'], modelName: 'm', modelVersion: '1', promptVersion: '1' }
  await admin.profiles.createProfile({ ...agent, aiSystemId, agentIdentity: 'second' })
  expect(await gate()).toEqual(['block', 'version_drift', 'open_drift_trigger'])
  await result(0.05)
  await certify(approver)
  expect(await gate()).toEqual(['pass'])
  expect(await foundIn(at, admin.session)).toEqual([])
})

test('a package verifies in which a new system with a freed name opened a trigger', async () => {
  const organization = await at.another({ separationOfDuties: { ...SEPARATED, roleWaitHours: 0 } })
  const admin = personAt(at.baseUrl, organization.admin.id, organization.admin.session)
  const approver = await makePerson(at, admin, { role: Role.APPROVER })
  const name = 'freed'
  const { system } = await admin.systems.createSystem({ name })
  await admin.systems.updateSystem({ id: system!.id, name: 'renamed' })
  const { certify, gate } = await makeScene(at, organization, { admin, author: admin, name })
  expect(await gate()).toEqual(['block', 'no_approved_run', 'open_drift_trigger'])
  await certify(approver)
  expect(await gate()).toEqual(['pass'])
  expect(await foundIn(at, admin.session)).toEqual([])
})

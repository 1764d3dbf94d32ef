import { afterAll, beforeAll, expect, test } from 'vitest'
import { Role } from '../../proto/gen/attestry/common/v1/caller_pb.ts'
import { IncidentWorkService } from '../../proto/gen/attestry/ledger/v1/incident_changes_pb.ts'
import { IncidentService, Severity } from '../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { UserService } from '../../proto/gen/attestry/ledger/v1/users_pb.ts'
import { controlClient } from '../harness/control.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'

let at: TestInstallation
beforeAll(async () => {
  at = await bootInstallation()
})
afterAll(() => at.stop())

test('an incident says when its owner can no longer sign in, until another person owns it', async () => {
  const { session, id: adminId } = at.organization.admin
  const incidents = controlClient(at.baseUrl, IncidentService, session)
  const work = controlClient(at.baseUrl, IncidentWorkService, session)
  const users = controlClient(at.baseUrl, UserService, session)
  const email = 'leaver@example.test'
  const { user } = await users.createUser({ email, role: Role.MEMBER })
  const { id } = (await incidents.createIncident({ title: 'Phoned in', severity: Severity.HIGH })).incident!
  const isDisabled = async () => (await incidents.getIncident({ id })).ownerDisabled
  expect(await isDisabled()).toBe(false)
  await work.editIncident({ id, expectedVersion: 1, reason: 'their turn', owner: email })
  expect(await isDisabled()).toBe(false)
  expect((await incidents.listIncidents({})).disabledOwnerIds).toEqual([])
  await users.disableUser({ id: user!.id })
  expect(await isDisabled()).toBe(true)
  expect((await incidents.listIncidents({})).disabledOwnerIds).toEqual([user!.id])
  await work.editIncident({ id, expectedVersion: 2, reason: 'my turn', owner: adminId })
  expect(await isDisabled()).toBe(false)
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { Role } from '../../../proto/gen/attestry/common/v1/caller_pb.ts'
import { GateService } from '../../../proto/gen/attestry/gate/v1/gate_pb.ts'
import { Operator, SuiteService } from '../../../proto/gen/attestry/gate/v1/suites_pb.ts'
import { SystemService } from '../../../proto/gen/attestry/gate/v1/systems_pb.ts'
import { IncidentWorkService } from '../../../proto/gen/attestry/ledger/v1/incident_changes_pb.ts'
import { IncidentService, Severity } from '../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { UserService } from '../../../proto/gen/attestry/ledger/v1/users_pb.ts'
import { controlClient } from '../../harness/control.ts'
import { type OpenedConsole, openConsole } from '../support/opened.ts'

let opened: OpenedConsole
beforeAll(async () => {
  opened = await openConsole()
  await opened.enterAs('admin')
})
afterAll(() => opened?.close())

const LEAKS = { metricName: 'leaks', evalType: 'privacy', operator: Operator.EQ, value: 0 }

test('the page of an AI system says how to submit a result while one is missing', async () => {
  const { at, page, filled } = opened
  const { session } = at.organization.admin
  const { system } = await controlClient(at.baseUrl, SystemService, session).createSystem({
    name: 'Unmeasured',
  })
  await controlClient(at.baseUrl, SuiteService, session).createSuite({
    ...{ aiSystemId: system!.id, name: 'release', thresholds: [LEAKS] },
  })
  await opened.open(`#/systems/${system!.id}`)
  const outcome = page.locator('#outcome')
  expect(await outcome.textContent()).toContain('POST /api/v1/ai-evaluations')
  expect(await outcome.getByRole('link', { name: 'API' }).getAttribute('href')).toBe('/docs')

  const { thresholds } = await controlClient(at.baseUrl, SuiteService, session).getSuiteOutcome({
    aiSystemId: filled.systemId,
  })
  const isMissing = thresholds.some(({ metricValue }) => metricValue === undefined)
  await opened.open(`#/systems/${filled.systemId}`)
  expect((await outcome.textContent())?.includes('A result is missing.')).toBe(isMissing)
})

test('the newest decision says that later changes count in the next one', async () => {
  const { at, page, filled } = opened
  const gate = controlClient(at.baseUrl, GateService, at.organization.admin.session)
  await gate.queryGate({ aiSystemId: filled.systemId })
  await opened.open(`#/systems/${filled.systemId}`)
  const state = page.getByRole('region', { name: 'Release gate' })
  expect(await state.locator('header').textContent()).toContain('counts once the gate is queried again')
})

test('the list of incidents names each owner, and says which can no longer sign in', async () => {
  const { at, page } = opened
  const { session } = at.organization.admin
  const users = controlClient(at.baseUrl, UserService, session)
  const owner = 'leaver@example.test'
  const { user } = await users.createUser({ email: owner, role: Role.MEMBER })
  const incidents = controlClient(at.baseUrl, IncidentService, session)
  const { incident } = await incidents.createIncident({ title: 'Left behind', severity: Severity.HIGH })
  const work = controlClient(at.baseUrl, IncidentWorkService, session)
  await work.editIncident({ id: incident!.id, expectedVersion: 1, reason: 'their turn', owner })
  const cell = page.getByRole('row', { name: 'Left behind' }).getByRole('cell', { name: owner })
  await opened.open('#/incidents')
  expect(await cell.textContent()).toBe(owner)
  await users.disableUser({ id: user!.id })
  await page.reload()
  expect(await cell.textContent()).toBe(`${owner} disabled`)
})

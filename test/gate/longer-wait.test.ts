import { createClient } from '@connectrpc/connect'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { KeyService } from '../../proto/gen/attestry/ledger/v1/keys_pb.ts'
import { OrganizationService } from '../../proto/gen/attestry/ledger/v1/organizations_pb.ts'
import { systemClock } from '../../services/kernel/clock.ts'
import { as, operatorCaller, Role } from '../../services/kernel/identity/caller.ts'
import { exported, outcome } from '../evidence/support/export.ts'
import { controlClient } from '../harness/control.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { grantedAgo, makePerson, makeScene, personAt, SEPARATED } from './people.ts'

/* What was approved while no wait was set, or a shorter one, counts only as far as the wait of today would have allowed it. */

let at: TestInstallation
beforeAll(async () => {
  at = await bootInstallation()
})
afterAll(() => at.stop())

async function organizationWith(settings: typeof SEPARATED) {
  const organization = await at.another({ separationOfDuties: settings })
  const { id, admin } = organization
  const organizations = createClient(OrganizationService, at.composition.transports.ledger)
  return {
    organization,
    admin: personAt(at.baseUrl, admin.id, admin.session),
    change: (separationOfDuties: typeof SEPARATED) =>
      organizations.updateOrganization(
        { id, separationOfDuties },
        as(operatorCaller('updateOrganization', systemClock.now())),
      ),
  }
}

test.each([true, false])(
  'a certification of what a second account submitted does not count once a wait is set: another certifier %s',
  async (certifierIsAnother) => {
    const none = { ...SEPARATED, certifierIsAnother, roleWaitHours: 0 }
    const { organization, admin, change } = await organizationWith(none)
    const second = await makePerson(at, admin, { role: Role.ADMIN })
    const keys = controlClient(at.baseUrl, KeyService, second.session)
    const { secret: key } = await keys.createKey({
      name: 'ci',
      permissions: ['evaluations:write', 'gate:query'],
    })
    const scene = await makeScene(at, { ...organization, key }, { admin, author: second })
    await scene.certify(admin)
    expect(await scene.gate()).toEqual(['pass'])
    await change(SEPARATED)
    expect(await scene.gate()).toEqual(['block', 'no_approved_run'])
    await grantedAgo(at, organization, 30)
    await scene.certify(admin)
    expect(await scene.gate()).toEqual(['pass'])
    await change({ ...SEPARATED, roleWaitHours: 48 })
    expect(await scene.gate()).toEqual(['block', 'no_approved_run'])
  },
)

test('a certification of what a second account submitted after a short wait does not count once certifiers are another and the wait is longer', async () => {
  const short = { ...SEPARATED, certifierIsAnother: false, roleWaitHours: 1 }
  const { organization, admin, change } = await organizationWith(short)
  const second = await makePerson(at, admin, { role: Role.ADMIN })
  const keys = controlClient(at.baseUrl, KeyService, second.session)
  const { secret: key } = await keys.createKey({
    name: 'ci',
    permissions: ['evaluations:write', 'gate:query'],
  })
  await grantedAgo(at, organization, 2)
  const scene = await makeScene(at, { ...organization, key }, { admin, author: second })
  await scene.certify(admin)
  expect(await scene.gate()).toEqual(['pass'])
  await change({ ...SEPARATED, roleWaitHours: 1 })
  expect(await scene.gate()).toEqual(['pass'])
  await change(SEPARATED)
  expect(await scene.gate()).toEqual(['block', 'no_approved_run'])
  expect(await outcome(await exported(at, organization.admin.session))).toBe('verified')
})

test('an attestation in a role that a second account granted does not count once a wait is set', async () => {
  const { organization, admin, change } = await organizationWith({ ...SEPARATED, roleWaitHours: 0 })
  const approver = await makePerson(at, admin, { role: Role.APPROVER })
  const scene = await makeScene(at, organization, { admin, author: admin, attestationRoles: ['board'] })
  await scene.certify(approver)
  const second = await makePerson(at, admin, { role: Role.ADMIN })
  await second.users.updateUser({ id: admin.id, attestationRoles: { values: ['board'] } })
  await scene.attest(admin, 'board')
  expect(await scene.gate()).toEqual(['pass'])
  await change(SEPARATED)
  expect(await scene.gate()).toEqual(['block', 'no_approved_run', 'attestation_missing'])
  expect(await outcome(await exported(at, organization.admin.session))).toBe('verified')
})

test('without a wait nobody waits for a clock that was set back', async () => {
  const { organization, admin } = await organizationWith({ ...SEPARATED, roleWaitHours: 0 })
  const approver = await makePerson(at, admin, { role: Role.APPROVER, attestationRoles: ['ciso'] })
  const asked = { admin, author: admin, attestationRoles: ['ciso'] }
  const scene = await makeScene(at, organization, asked)
  await grantedAgo(at, organization, -3)
  await scene.certify(approver)
  await scene.attest(approver, 'ciso')
  expect(await scene.gate()).toEqual(['pass'])
  expect(await outcome(await exported(at, organization.admin.session))).toBe('verified')
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { Role } from '../../services/kernel/identity/caller.ts'
import { makePerson, makeScene, type PersonAt, personAt, SEPARATED } from '../gate/people.ts'
import { sql } from '../harness/database.ts'
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

/** Each asks less of a system, or allows an agent more. */
const HIDDEN = {
  'a new agent of a certified system': async (admin, { aiSystemId, certify }, approver) => {
    await certify(approver)
    return () => admin.profiles.createProfile({ ...AGENT, aiSystemId, agentIdentity: 'hidden' })
  },
  'a new system with a freed name': async (admin) => {
    const { system } = await admin.systems.createSystem({ name: 'freed' })
    await admin.systems.updateSystem({ id: system!.id, name: 'renamed' })
    return () => admin.systems.createSystem({ name: 'freed' })
  },
  'a role removed before the first certification': async (admin, { aiSystemId: id }) => {
    await admin.systems.updateSystem({ id, attestationRoles: { values: ['ciso'] } })
    return () => admin.systems.updateSystem({ id, attestationRoles: { values: [] } })
  },
} satisfies {
  [what: string]: (admin: PersonAt, scene: Scene, approver: PersonAt) => Promise<() => Promise<unknown>>
}

test.each(Object.entries(HIDDEN))(
  'verify.mjs finds %s that opened no trigger because a setting was changed in the database',
  async (_, begun) => {
    const organization = await at.another({ separationOfDuties: { ...SEPARATED, roleWaitHours: 0 } })
    const admin = personAt(at.baseUrl, organization.admin.id, organization.admin.session)
    const approver = await makePerson(at, admin, { role: Role.APPROVER })
    const hidden = await begun(admin, await makeScene(at, organization, { admin, author: admin }), approver)
    const set = (value: boolean) =>
      sql(
        at.databaseUrl,
        `update ledger.organizations set separation = separation || '{"changes_need_another":${value}}' where id = $1`,
        [organization.id],
      )
    await set(false)
    await hidden()
    await set(true)
    expect(await foundIn(at, admin.session)).toEqual([
      expect.stringMatching(/^caller_not_allowed: .*opened no trigger/),
    ])
  },
)

test('verify.mjs remarks on such a change where its entry was changed before it had its place in the log', async () => {
  const organization = await at.another({ separationOfDuties: { ...SEPARATED, roleWaitHours: 0 } })
  const admin = personAt(at.baseUrl, organization.admin.id, organization.admin.session)
  const approver = await makePerson(at, admin, { role: Role.APPROVER })
  const { aiSystemId, certify } = await makeScene(at, organization, { admin, author: admin })
  await certify(approver)
  const write = (text: string) => sql(at.databaseUrl, text)
  const set = (value: boolean) =>
    write(
      `update ledger.organizations set separation = separation || '{"changes_need_another":${value}}' where id = '${organization.id}'`,
    )
  expect(await foundIn(at, admin.session)).toEqual([])
  await set(false)
  await write(STRIP)
  await write(
    'create trigger strip before insert on ledger.entries for each row execute function public.strip()',
  )
  await admin.profiles.createProfile({ ...AGENT, aiSystemId, agentIdentity: 'unstated' })
  await write('drop trigger strip on ledger.entries')
  await write('drop function public.strip()')
  await set(true)
  expect(await foundIn(at, admin.session)).toEqual([
    expect.stringMatching(/does not state duties_version of a change/),
  ])
})

const STRIP = `
  create function public.strip() returns trigger language plpgsql as $$ begin
    new.entry := regexp_replace(new.entry, '"duties_version":5,?', '');
    return new;
  end $$`
const AGENT = { tools: ['shell'], modelName: 'm', modelVersion: '1', promptVersion: '1' }
type Scene = Awaited<ReturnType<typeof makeScene>>

import { afterAll, beforeAll, expect, test } from 'vitest'
import { RowOrder } from '../../proto/gen/attestry/common/v1/paging_pb.ts'
import { ProfileService } from '../../proto/gen/attestry/gate/v1/profiles_pb.ts'
import { SystemService } from '../../proto/gen/attestry/gate/v1/systems_pb.ts'
import { UserService } from '../../proto/gen/attestry/ledger/v1/users_pb.ts'
import { Role } from '../../services/kernel/identity/caller.ts'
import { controlClient } from '../harness/control.ts'
import { sql } from '../harness/database.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'

let at: TestInstallation
beforeAll(async () => {
  at = await bootInstallation()
})
afterAll(() => at.stop())

const clients = (session = at.organization.admin.session) => ({
  systems: controlClient(at.baseUrl, SystemService, session),
  profiles: controlClient(at.baseUrl, ProfileService, session),
  users: controlClient(at.baseUrl, UserService, session),
})

test('AI systems are found by a part of their name in any case, or by their id, page by page', async () => {
  const { systems } = clients()
  const ids = new Map<string, string>()
  for (const name of ['Claims 100%', 'claims_b', 'Letters\\b', 'CLAIMS 1000'])
    ids.set(name, (await systems.createSystem({ name })).system!.id)
  const found = async (search: string) =>
    (await systems.listSystems({ search })).systems.map(({ name }) => name)
  expect(await found(' cLaIms ')).toEqual(['CLAIMS 1000', 'claims_b', 'Claims 100%'])
  // Characters with a meaning in patterns are ordinary characters.
  expect(await found('100%')).toEqual(['Claims 100%'])
  expect(await found('s_')).toEqual(['claims_b'])
  expect(await found('\\b')).toEqual(['Letters\\b'])
  expect(await found('🐟')).toEqual([])
  expect(await found(ids.get('claims_b')!.toUpperCase())).toEqual(['claims_b'])
  const first = await systems.listSystems({ search: 'claims', page: { limit: 2 } })
  const rest = await systems.listSystems({ search: 'claims', page: { limit: 2, cursor: first.nextCursor } })
  expect([...first.systems, ...rest.systems].map(({ name }) => name)).toEqual(await found('claims'))
  expect(rest.nextCursor).toBe('')
  const some = [ids.get('Letters\\b')!.toUpperCase(), ids.get('claims_b')!]
  const among = async (search: string) =>
    (await systems.listSystems({ ids: some, search })).systems.map(({ name }) => name)
  expect(await among('')).toEqual(['Letters\\b', 'claims_b'])
  expect(await among('claims')).toEqual(['claims_b'])
  const other = clients((await at.another()).admin.session)
  expect((await other.systems.listSystems({ ids: some })).systems).toEqual([])
  expect((await other.systems.listSystems({ search: ids.get('claims_b')! })).systems).toEqual([])
  expect((await other.systems.listSystems({ search: 'claims' })).systems).toEqual([])
})

test('AI systems and agents are listed in either order, page by page, with their count', async () => {
  const { systems, profiles } = clients((await at.another()).admin.session)
  const versions = { modelName: 'nord', modelVersion: '1', promptVersion: '1', tools: [] }
  for (const name of ['a one', 'a two', 'a three', 'other']) {
    const { system } = await systems.createSystem({ name })
    await profiles.createProfile({ aiSystemId: system!.id, agentIdentity: name, ...versions })
  }
  const asked = { search: 'a ', order: RowOrder.OLDEST, withCount: true }
  const first = await systems.listSystems({ ...asked, page: { limit: 2 } })
  const rest = await systems.listSystems({ ...asked, page: { limit: 2, cursor: first.nextCursor } })
  expect([first, rest].map((page) => page.systems.map(({ name }) => name))).toEqual([
    ['a one', 'a two'],
    ['a three'],
  ])
  expect([first.count?.count, rest.count?.count, rest.nextCursor]).toEqual([3n, 3n, ''])
  expect((await systems.listSystems({})).count).toBeUndefined()
  const agents = await profiles.listProfiles({ ...asked, page: { limit: 2 } })
  const more = await profiles.listProfiles({ ...asked, page: { limit: 2, cursor: agents.nextCursor } })
  expect([agents, more].map((page) => page.profiles.map(({ agentIdentity }) => agentIdentity))).toEqual([
    ['a one', 'a two'],
    ['a three'],
  ])
  const [one] = agents.profiles
  const of = { aiSystemId: one!.aiSystemId, withCount: true }
  expect([agents.count?.count, (await profiles.listProfiles(of)).count?.count]).toEqual([3n, 1n])
})

test('agents are found by their identity, and people by their address', async () => {
  const { systems, profiles, users } = clients()
  const versions = { modelName: 'nord', modelVersion: '1', promptVersion: '1', tools: [] }
  for (const name of ['one', 'two']) {
    const { system } = await systems.createSystem({ name })
    await profiles.createProfile({ aiSystemId: system!.id, agentIdentity: `Bot of ${name}`, ...versions })
  }
  const { profiles: all } = await profiles.listProfiles({ search: 'bot' })
  expect(all.map(({ agentIdentity }) => agentIdentity)).toEqual(['Bot of two', 'Bot of one'])
  const [two, one] = all
  expect((await profiles.listProfiles({ search: one!.id })).profiles).toEqual([one])
  const within = { search: 'bot', aiSystemId: two!.aiSystemId }
  expect((await profiles.listProfiles(within)).profiles).toEqual([two])
  const { user } = await users.createUser({ email: 'Ada.Lane@example.test', role: Role.MEMBER })
  const emails = async (search: string) => (await users.listUsers({ search })).users.map(({ email }) => email)
  expect(await emails('ada.l')).toEqual([user!.email])
  expect(await emails(user!.id)).toEqual([user!.email])
})

test('AI systems and agents are counted up to 10,000', async () => {
  const { systems, profiles } = clients()
  const { id } = at.organization
  await sql(
    at.databaseUrl,
    `insert into gate.systems (org_id, id, name, attestation_roles, version, created_at)
      select $1, gen_random_uuid(), 'many ' || n, '{}', 1, now() from generate_series(1, 10001) n`,
    [id],
  )
  await sql(
    at.databaseUrl,
    `insert into gate.profiles (org_id, id, system_id, agent_identity, tools, model_name, model_version, prompt_version, version, created_at)
      select org_id, id, id, name, '{}', '', '', '', 1, now() from gate.systems where org_id = $1 and name like 'many %'`,
    [id],
  )
  const asked = { withCount: true, page: { limit: 1 } }
  expect((await systems.listSystems({ ...asked, search: 'many' })).count).toMatchObject(MANY)
  expect((await systems.listSystems({ ...asked, search: 'many 9999' })).count).toMatchObject({
    count: 1n,
    more: false,
  })
  expect((await profiles.listProfiles({ ...asked, search: 'many' })).count).toMatchObject(MANY)
})

const MANY = { count: 10_000n, more: true }

import { afterAll, beforeAll, expect, test } from 'vitest'
import { UserService } from '../../proto/gen/attestry/ledger/v1/users_pb.ts'
import { Role } from '../../services/kernel/identity/caller.ts'
import { controlClient, cookieOf, login, rpc } from '../harness/control.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import type { TestOrganization } from '../harness/organization.ts'
import { call } from '../harness/rest.ts'

/*
 * One person with an account in each of two organizations, of the same e-mail address and the same password. What happens to one of them
 * MUST NOT change the other. matrix.test.ts tries every RPC with the ids of the other organization.
 */

const PASSWORD = 'plum-lantern-granite-74'
const OTHER = 'velvet-harbour-cactus-19'
const USERS = 'attestry.ledger.v1.UserService'

let at: TestInstallation
beforeAll(async () => {
  at = await bootInstallation()
})
afterAll(() => at.stop())

type Account = { organization: TestOrganization; id: string; session: string }

const people = ({ admin }: TestOrganization) => controlClient(at.baseUrl, UserService, admin.session)
const signIn = (organization: TestOrganization, email: string, password: string) =>
  call(at.baseUrl, '/api/control/session', { body: { email, password, organization_id: organization.id } })
const whoami = (cookie: string) => call(at.baseUrl, '/api/control/session', { headers: { cookie } })
const list = (session: string) => rpc(at.baseUrl, `${USERS}/ListUsers`, { session })

let n = 0
/** A person with a role in each of two organizations, signed in to both. */
async function personOfTwo(...roles: [Role, Role]): Promise<[Account, Account, string]> {
  n += 1
  const email = `person${n}@two.example`
  const made = async (role: Role): Promise<Account> => {
    const organization = await at.another()
    const { user } = await people(organization).createUser({ email, role, password: PASSWORD })
    const { headers } = await signIn(organization, email, PASSWORD)
    const session = /ats_[^;]+/.exec(headers.get('set-cookie') ?? '')![0]
    return { organization, id: user!.id, session }
  }
  return [await made(roles[0]), await made(roles[1]), email]
}

test.each<[string, (account: Account) => Promise<unknown>]>([
  ['is disabled', ({ organization, id }) => people(organization).disableUser({ id })],
  ['has its password reset', ({ organization, id }) => people(organization).resetPassword({ id })],
  ['gets another role', ({ organization, id }) => people(organization).updateUser({ id, role: Role.MEMBER })],
  [
    'changes its password',
    ({ session }) =>
      rpc(at.baseUrl, `${USERS}/ChangePassword`, {
        session,
        body: { currentPassword: PASSWORD, newPassword: OTHER },
      }),
  ],
  [
    'signs out',
    ({ session }) =>
      call(at.baseUrl, '/api/control/session', { method: 'DELETE', headers: { cookie: cookieOf(session) } }),
  ],
])('when an account %s, the account of the same person elsewhere stays as it is', async (_, act) => {
  const [here, there, email] = await personOfTwo(Role.ADMIN, Role.ADMIN)
  const before = await people(there.organization).listUsers({})
  expect((await list(there.session)).status).toBe(200)
  const changed = await act(here)
  expect(changed).toBeDefined()
  expect((await list(there.session)).status).toBe(200)
  expect(await people(there.organization).listUsers({})).toEqual(before)
  expect((await signIn(there.organization, email, PASSWORD)).status).toBe(204)
})

test('a role in one organization gives nothing in another', async () => {
  const [here, there] = await personOfTwo(Role.ADMIN, Role.AUDITOR)
  const change = { id: there.id, role: 'ROLE_ADMIN' }
  for (const { session, status } of [
    { session: here.session, status: 404 },
    { session: there.session, status: 403 },
  ])
    expect((await rpc(at.baseUrl, `${USERS}/UpdateUser`, { session, body: change })).status).toBe(status)
  const { users } = await people(there.organization).listUsers({})
  expect(users.find(({ id }) => id === there.id)).toMatchObject({ role: Role.AUDITOR })
})

test('both sessions in one request are none, whichever comes first', async () => {
  const [here, there] = await personOfTwo(Role.ADMIN, Role.ADMIN)
  for (const [first, second] of [
    [here, there],
    [there, here],
  ] as const) {
    const cookie = `${cookieOf(first.session)}; ${cookieOf(second.session)}`
    expect((await whoami(cookie)).status).toBe(401)
  }
})

test('an invitation accepted in the session of another account makes no account of that organization', async () => {
  const [here, there] = await personOfTwo(Role.ADMIN, Role.MEMBER)
  const third = await at.another()
  const { code, user } = await people(third).inviteUser({ email: 'invited@two.example', role: Role.AUDITOR })
  const before = await people(here.organization).listUsers({})
  const accepted = await call(at.baseUrl, '/api/control/invitation', {
    body: { code, password: 'granite-walrus-orchid-35' },
    headers: { cookie: cookieOf(here.session) },
  })
  expect(accepted.body).toMatchObject({ organization: { id: third.id }, user: { id: user!.id } })
  expect(await people(here.organization).listUsers({})).toEqual(before)
  expect((await whoami(cookieOf(there.session))).body.organization.id).toBe(there.organization.id)
})

test('wrong passwords for the account of one organization are not answered with that of another', async () => {
  const [here, there, email] = await personOfTwo(Role.ADMIN, Role.ADMIN)
  await rpc(at.baseUrl, `${USERS}/ChangePassword`, {
    session: here.session,
    body: { currentPassword: PASSWORD, newPassword: OTHER },
  })
  expect((await signIn(here.organization, email, PASSWORD)).status).toBe(401)
  const { session } = await login(at.baseUrl, { email, password: PASSWORD })
  expect((await whoami(cookieOf(session))).body.organization.id).toBe(there.organization.id)
})

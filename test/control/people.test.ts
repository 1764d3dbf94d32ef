import { createClient } from '@connectrpc/connect'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { KeyService } from '../../proto/gen/attestry/ledger/v1/keys_pb.ts'
import { OrganizationService } from '../../proto/gen/attestry/ledger/v1/organizations_pb.ts'
import { SessionService } from '../../proto/gen/attestry/ledger/v1/sessions_pb.ts'
import { UserService } from '../../proto/gen/attestry/ledger/v1/users_pb.ts'
import { systemClock } from '../../services/kernel/clock.ts'
import { sha256 } from '../../services/kernel/crypto/digest.ts'
import { as, operatorCaller, Role } from '../../services/kernel/identity/caller.ts'
import { controlClient, login } from '../harness/control.ts'
import { sql, waitingForLocks } from '../harness/database.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'

let at: TestInstallation
beforeAll(async () => {
  at = await bootInstallation()
})
afterAll(() => at.stop())

/** Another transaction that locks rows until it ends. */
async function holding(
  text: string,
  values: unknown[],
): Promise<{ end(how: 'commit' | 'rollback'): Promise<void> }> {
  const client = new pg.Client({ connectionString: at.databaseUrl })
  await client.connect()
  await client.query('begin')
  await client.query(text, values)
  return {
    end: async (how) => {
      await client.query(how)
      await client.end()
    },
  }
}

test('an organization keeps an administrator, even if its last two demote each other simultaneously', async () => {
  const { admin, id: organizationId } = await at.another()
  const first = controlClient(at.baseUrl, UserService, admin.session)
  await expect(first.updateUser({ id: admin.id, role: Role.MEMBER })).rejects.toThrow('no administrator')
  const made = await first.createUser({ email: 'second@people.example', role: Role.ADMIN })
  const { session } = await login(at.baseUrl, { email: made.user!.email, password: made.password })
  const second = controlClient(at.baseUrl, UserService, session)
  const held = await holding('select from ledger.organizations where id = $1 for update', [organizationId])
  const outcomes = Promise.allSettled([
    first.updateUser({ id: made.user!.id, role: Role.MEMBER }),
    second.disableUser({ id: admin.id }),
  ])
  await expect.poll(() => waitingForLocks(at.databaseUrl)).toBe(2)
  await held.end('rollback')
  expect((await outcomes).map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const { users } =
    (await (await login(at.baseUrl, admin)).status) === 204
      ? await first.listUsers({})
      : await second.listUsers({})
  expect(users.filter(({ role, status }) => role === Role.ADMIN && status === 'active')).toHaveLength(1)
})

test('a login that began with the old password is refused once the password has changed', async () => {
  const { admin } = await at.another()
  const held = await holding(`update ledger.users set password = 'another' where id = $1`, [admin.id])
  const late = login(at.baseUrl, admin)
  await expect.poll(() => waitingForLocks(at.databaseUrl)).toBe(1)
  await held.end('commit')
  expect(await late).toMatchObject({ status: 401, session: '' })
})

test('a password change that overlaps with a reset leaves the reset in force', async () => {
  const { admin } = await at.another()
  const people = controlClient(at.baseUrl, UserService, admin.session)
  const { user, password } = await people.createUser({ email: 'taken@people.example', role: Role.APPROVER })
  const taken = { email: user!.email, password }
  const thief = controlClient(at.baseUrl, UserService, (await login(at.baseUrl, taken)).session)
  const held = await holding('select from ledger.users where id = $1 for update', [user!.id])
  const reset = people.resetPassword({ id: user!.id })
  await expect.poll(() => waitingForLocks(at.databaseUrl)).toBe(1)
  const newPassword = 'velvet-harbour-cactus-19'
  const late = thief.changePassword({ currentPassword: password, newPassword }).catch((error) => error)
  await expect.poll(() => waitingForLocks(at.databaseUrl)).toBe(2)
  await held.end('rollback')
  const given = { email: user!.email, password: (await reset).password }
  expect(await late).toMatchObject({ rawMessage: expect.stringContaining('your account has changed') })
  expect(await login(at.baseUrl, { email: user!.email, password: newPassword })).toMatchObject({
    status: 401,
  })
  const { session } = await login(at.baseUrl, given)
  const whose = await controlClient(at.baseUrl, SessionService, session).getSession({})
  expect(whose.user).toMatchObject({ id: user!.id, mustChangePassword: true })
})

test('an administrator demoted during a call changes nobody and creates no key', async () => {
  const { admin } = await at.another()
  const people = controlClient(at.baseUrl, UserService, admin.session)
  const made = await people.createUser({ email: 'demoted@people.example', role: Role.ADMIN })
  const { id } = made.user!
  const { session } = await login(at.baseUrl, { email: made.user!.email, password: made.password })
  const own = controlClient(at.baseUrl, UserService, session)
  const keys = controlClient(at.baseUrl, KeyService, session)
  const held = await holding('select from ledger.users where id = $1 for update', [id])
  const demotion = people.updateUser({ id, role: Role.MEMBER })
  await expect.poll(() => waitingForLocks(at.databaseUrl)).toBe(1)
  const late = Promise.allSettled([
    own.updateUser({ id, role: Role.ADMIN }),
    own.createUser({ email: 'friend@people.example', role: Role.ADMIN }),
    keys.createKey({ name: 'late', permissions: ['incidents:read'], rateLimit: 1 }),
  ])
  // All of them: a call that comes when the row is free may be recorded before the demotion.
  await expect.poll(() => waitingForLocks(at.databaseUrl)).toBe(4)
  await held.end('rollback')
  await demotion
  expect((await late).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  const { users } = await people.listUsers({})
  expect(users.map(({ id, role }) => [id, role])).toEqual([
    [id, Role.MEMBER],
    [admin.id, Role.ADMIN],
  ])
})

test('two simultaneous changes of an organization both take effect', async () => {
  const { id } = await at.another({ addons: ['control'] })
  const client = createClient(OrganizationService, at.composition.transports.ledger)
  const change = (what: object) =>
    client.updateOrganization({ id, ...what }, as(operatorCaller('updateOrganization', systemClock.now())))
  const held = await holding('select from ledger.organizations where id = $1 for update', [id])
  const both = Promise.all([change({ name: 'Renamed' }), change({ addons: { values: [] } })])
  await expect.poll(() => waitingForLocks(at.databaseUrl)).toBe(2)
  await held.end('rollback')
  await both
  const [row] = await sql(
    at.databaseUrl,
    'select name, addons, version from ledger.organizations where id = $1',
    [id],
  )
  expect(row).toEqual({ name: 'Renamed', addons: [], version: 3 })
})

test('a session’s length follows the database’s clock, not the process’s', async () => {
  const slow = await bootInstallation({
    databaseUrl: at.databaseUrl,
    clock: { now: () => new Date(Date.now() - 11.5 * 3_600_000) },
  })
  const { session } = await login(slow.baseUrl, at.organization.admin)
  await slow.stop()
  expect(session).not.toBe('')
  const [row] = await sql<{ hours: number }>(
    at.databaseUrl,
    `select (extract(epoch from expires_at - now()) / 3600)::float8 as hours from ledger.sessions where token_hash = $1`,
    [sha256(session)],
  )
  expect(row!.hours).toBeGreaterThan(11.9)
  expect(row!.hours).toBeLessThanOrEqual(12)
})

test('a password that one person gives another is not made of the address of the person who gets it', async () => {
  const { admin } = await at.another()
  const people = controlClient(at.baseUrl, UserService, admin.session)
  const [email, password] = ['mara.lindqvist@people.example', 'lindqvist2026']
  await expect(people.createUser({ email, role: Role.MEMBER, password })).rejects.toThrow('easy to guess')
  const { user } = await people.createUser({ email, role: Role.MEMBER })
  await expect(people.resetPassword({ id: user!.id, password })).rejects.toThrow('easy to guess')
  expect((await people.resetPassword({ id: user!.id, password: 'velvet-harbour-19' })).password).toBe('')
})

import { createClient } from '@connectrpc/connect'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { UserService } from '../../proto/gen/attestry/ledger/v1/users_pb.ts'
import { systemClock } from '../../services/kernel/clock.ts'
import { sha256 } from '../../services/kernel/crypto/digest.ts'
import { Reason } from '../../services/kernel/errors/errors.ts'
import { as, operatorCaller, Role } from '../../services/kernel/identity/caller.ts'
import { ledger026 } from '../../services/ledger/store/migrations/026-renewed-invitations.ts'
import { refusal } from '../gate/people.ts'
import { controlClient, cookieOf, login } from '../harness/control.ts'
import { sql } from '../harness/database.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { call } from '../harness/rest.ts'
import { problemsOf } from '../state/support/verification.ts'

let at: TestInstallation
beforeAll(async () => {
  at = await bootInstallation()
})
afterAll(() => at.stop())

const CHOSEN = 'plum-lantern-granite-74'
const OTHER = 'velvet-harbour-cactus-19'

const people = ({ admin }: { admin: { session: string } }) =>
  controlClient(at.baseUrl, UserService, admin.session)
const accept = (code: string, password: string) =>
  call(at.baseUrl, '/api/control/invitation', { body: { code, password } })
const whose = async (session: string) =>
  (await call(at.baseUrl, '/api/control/session', { headers: { cookie: cookieOf(session) } })).body
const operations = async (orgId: string) =>
  (
    await sql<{ entry: string }>(
      at.databaseUrl,
      'select entry from ledger.entries where org_id = $1 order by id',
      [orgId],
    )
  ).map(({ entry }) => JSON.parse(entry))

test('creating a person whose address another organization has is answered as for a free address', async () => {
  const [first, second] = [await at.another(), await at.another()]
  const email = 'Known@Invitations.example'
  const theirs = await people(first).createUser({ email, role: Role.APPROVER, attestationRoles: ['ciso'] })
  const created = await people(second).createUser({ email, role: Role.MEMBER })
  const free = await people(second).createUser({ email: 'free@invitations.example', role: Role.MEMBER })
  const shape = (answer: typeof created) => ({
    ...answer,
    password: answer.password.replace(/\w/g, 'x'),
    user: { ...answer.user!, id: '', email: '', createdAt: undefined },
  })
  expect(shape(created)).toEqual(shape(free))
  const within = people(second).createUser({ email: email.toLowerCase(), role: Role.MEMBER })
  await expect(within).rejects.toThrow('is taken')
  const invited = people(second).inviteUser({ email: email.toUpperCase(), role: Role.MEMBER })
  await expect(invited).rejects.toThrow('is taken')
  const third = await at.another()
  expect((await people(third).inviteUser({ email, role: Role.MEMBER })).user!.status).toBe('invited')
  for (const [organization, { password }] of [
    [first, theirs],
    [second, created],
  ] as const) {
    const { session } = await login(at.baseUrl, { email, password })
    expect((await whose(session)).organization.id).toBe(organization.id)
  }
})

test('an invitation whose answer was lost is renewed by the id that a second one is refused with', async () => {
  const client = people(await at.another())
  const who = { email: 'lost@invitations.example', role: Role.MEMBER }
  const lost = await client.inviteUser(who)
  const { id } = lost.user!
  await expect(client.inviteUser(who)).rejects.toThrow(`${id}, who is invited: invite that id for a new code`)
  await expect(client.createUser(who)).rejects.toThrow(`${id}, who is invited`)
  const { code } = await client.inviteUser({ id })
  expect((await accept(code, CHOSEN)).status).toBe(200)
  await expect(client.inviteUser(who)).rejects.toThrow(/is taken$/)
})

test('an address whose invitation was withdrawn can be invited again, as another account that waits anew', async () => {
  const organization = await at.another()
  const client = people(organization)
  const who = { email: 'Withdrawn@invitations.example', role: Role.APPROVER }
  const first = await client.inviteUser(who)
  await client.disableUser({ id: first.user!.id })
  expect(await refusal(client.resetPassword({ id: first.user!.id }))).toBe(Reason.CONFLICT)
  const second = await client.inviteUser({ ...who, email: who.email.toLowerCase(), role: Role.MEMBER })
  expect(second.user).toMatchObject({ status: 'invited', version: 1 })
  expect(second.user!.id).not.toBe(first.user!.id)
  await expect(client.inviteUser(who)).rejects.toThrow(`${second.user!.id}, who is invited`)
  expect((await accept(first.code, CHOSEN)).status).toBe(401)
  expect((await accept(second.code, CHOSEN)).status).toBe(200)
  const { session } = await login(at.baseUrl, { email: who.email, password: CHOSEN })
  expect((await whose(session)).user.id).toBe(second.user!.id)
  // The address of a person who had a password stays taken, and the withdrawn account stays disabled.
  await client.disableUser({ id: second.user!.id })
  await expect(client.inviteUser(who)).rejects.toThrow(/is taken$/)
  expect(await refusal(client.inviteUser({ id: first.user!.id }))).toBe(Reason.NOT_FOUND)
  expect(await problemsOf(at.databaseUrl, organization.id)).toEqual([])
})

test('a password shared by accounts of several organizations opens the named one, otherwise the oldest', async () => {
  const [first, second] = [await at.another(), await at.another()]
  const account = { email: 'both@invitations.example', role: Role.MEMBER, password: CHOSEN }
  await people(first).createUser(account)
  await people(second).createUser(account)
  const signIn = (named: object) =>
    call(at.baseUrl, '/api/control/session', {
      body: { email: account.email, password: CHOSEN, ...named },
    })
  const opened = async (named: object) => {
    const { headers, status } = await signIn(named)
    expect(status).toBe(204)
    const [pair] = headers.get('set-cookie')!.split(';')
    const { body } = await call(at.baseUrl, '/api/control/session', { headers: { cookie: pair! } })
    return body.organization.id
  }
  expect(await opened({})).toBe(first.id)
  expect(await opened({ organization_id: second.id })).toBe(second.id)
  expect((await signIn({ organization_id: at.organization.id })).status).toBe(401)
})

test('an invitation is accepted once, with the person’s own password, and its code is stored nowhere', async () => {
  const organization = await at.another()
  const email = 'once@invitations.example'
  const { user, code, expiresAt } = await people(organization).inviteUser({ email, role: Role.APPROVER })
  expect(user).toMatchObject({ email, status: 'invited', version: 1, mustChangePassword: false })
  const days = (Number(expiresAt!.seconds) * 1000 - Date.now()) / 86_400_000
  expect(Math.round(days)).toBe(7)
  expect((await login(at.baseUrl, { email, password: CHOSEN })).status).toBe(401)
  expect(await refusal(people(organization).resetPassword({ id: user!.id }))).toBe(Reason.CONFLICT)
  const weak = await accept(code, 'password1')
  expect([weak.status, Object.keys(weak.body.error.details.fieldErrors)]).toEqual([400, ['password']])
  const both = await Promise.all([accept(code, CHOSEN), accept(code, OTHER)])
  const [good] = both.filter(({ status }) => status === 200)
  expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
  expect(good!.body).toEqual({ organization: { id: organization.id }, user: { id: user!.id, email } })
  const password = both[0]!.status === 200 ? CHOSEN : OTHER
  expect((await login(at.baseUrl, { email, password })).status).toBe(204)
  const { users } = await people(organization).listUsers({})
  expect(users.find(({ id }) => id === user!.id)).toMatchObject({ status: 'active', version: 2 })
  const log = await operations(organization.id)
  expect(log.filter(({ operation }) => /Invitation|inviteUser/.test(operation))).toMatchObject([
    { operation: 'inviteUser', outcome: 'ok', actor: { id: organization.admin.id } },
    { operation: 'acceptInvitation', outcome: 'ok', actor: { kind: 'user', id: user!.id } },
  ])
  const texts = await sql(
    at.databaseUrl,
    `select entry from ledger.entries where strpos(entry, $1) > 0 union all
     select record from ledger.user_records where strpos(record, $1) > 0 union all
     select password from ledger.users where strpos(password, $1) > 0`,
    [code],
  )
  expect(texts).toEqual([])
})

test('an unknown, used, replaced or expired code, or one of a disabled person, gets the same answer', async () => {
  const organization = await at.another()
  const invite = (name: string) =>
    people(organization).inviteUser({ email: `${name}@invitations.example`, role: Role.MEMBER })
  const [used, replaced, expired, disabled] = [
    await invite('used'),
    await invite('replaced'),
    await invite('expired'),
    await invite('disabled'),
  ]
  expect((await accept(used.code, CHOSEN)).status).toBe(200)
  expect(await refusal(people(organization).inviteUser({ id: used.user!.id }))).toBe(Reason.NOT_FOUND)
  const renewed = await people(organization).inviteUser({ id: replaced.user!.id })
  expect(renewed.user).toMatchObject({ id: replaced.user!.id, version: 2, status: 'invited' })
  await sql(
    at.databaseUrl,
    `update ledger.invitations set expires_at = now() - interval '1 second' where code_hash = $1`,
    [sha256(expired.code)],
  )
  await people(organization).disableUser({ id: disabled.user!.id })
  const codes = ['ati_unknown', used.code, replaced.code, expired.code, disabled.code]
  const answers = await Promise.all(codes.map((code) => accept(code, OTHER)))
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
  expect(answers[0]!.status).toBe(401)
  expect((await accept(renewed.code, OTHER)).status).toBe(200)
  const other = await at.another()
  expect(await refusal(people(other).inviteUser({ id: expired.user!.id }))).toBe(Reason.NOT_FOUND)
  expect((await people(organization).inviteUser({ id: expired.user!.id })).user!.version).toBe(2)
})

test('renewing an invitation restarts the account’s role wait, also for accounts of earlier versions', async () => {
  const organization = await at.another()
  const email = 'renewed@invitations.example'
  const { user } = await people(organization).inviteUser({ email, role: Role.APPROVER })
  const waits = async () => {
    const rows = await sql<{ granted_at: Date }>(
      at.databaseUrl,
      `select granted_at from ledger.role_grants where user_id = $1 and role = ''`,
      [user!.id],
    )
    return rows.map(({ granted_at }) => granted_at.getTime())
  }
  const [made] = await waits()
  await people(organization).inviteUser({ id: user!.id })
  const [renewed] = await waits()
  expect(renewed).toBeGreaterThan(made!)
  expect(await problemsOf(at.databaseUrl, organization.id)).toEqual([])
  const since =
    'update ledger.role_grants set granted_at = to_timestamp($2::float8 / 1000) where user_id = $1'
  await sql(at.databaseUrl, since, [user!.id, made! - 86_400_000])
  for (const statement of ledger026.statements) await sql(at.databaseUrl, statement)
  expect(Math.abs((await waits())[0]! - renewed!)).toBeLessThan(60_000)
  expect(await problemsOf(at.databaseUrl, organization.id)).toEqual([])
})

test('the operator has to name the organization if several have an account with the address', async () => {
  const [first, second] = [await at.another(), await at.another()]
  const email = 'twice@invitations.example'
  await people(first).createUser({ email, role: Role.ADMIN })
  const { user } = await people(second).createUser({ email, role: Role.ADMIN })
  const users = createClient(UserService, at.composition.transports.ledger)
  const operator = as(operatorCaller('resetPassword', systemClock.now()))
  expect(await refusal(users.resetPassword({ email }, operator))).toBe(Reason.VALIDATION)
  const named = await users.resetPassword({ email, organizationId: second.id }, operator)
  expect(named.user!.id).toBe(user!.id)
  expect((await login(at.baseUrl, { email, password: named.password })).status).toBe(204)
})

test('an account created or renewed by a process of an earlier version has a role wait too', async () => {
  const organization = await at.another()
  // Such a process does not send the statement that records the wait.
  for (const statement of [
    `create function ledger.leave_out() returns trigger language plpgsql as $$
     begin if pg_trigger_depth() = 1 then return null; end if; return new; end $$`,
    'create trigger leave_out before insert on ledger.role_grants for each row execute function ledger.leave_out()',
  ])
    await sql(at.databaseUrl, statement)
  const waits = (id: string) =>
    sql<{ granted_by: string; seconds: number }>(
      at.databaseUrl,
      `select granted_by, extract(epoch from now() - granted_at)::float8 as seconds from ledger.role_grants
       where user_id = $1 and role = ''`,
      [id],
    )
  const email = 'earlier@invitations.example'
  const { user } = await people(organization).inviteUser({ email, role: Role.APPROVER })
  const { id } = user!
  const granted_by = organization.admin.id
  expect(await waits(id)).toMatchObject([{ granted_by }])
  const old = "update ledger.role_grants set granted_at = now() - interval '1 day' where user_id = $1"
  await sql(at.databaseUrl, old, [id])
  await people(organization).inviteUser({ id })
  expect((await waits(id))[0]!.seconds).toBeLessThan(3600)
  await sql(at.databaseUrl, 'drop function ledger.leave_out() cascade')
  expect(await problemsOf(at.databaseUrl, organization.id)).toEqual([])
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { UserService } from '../../proto/gen/attestry/ledger/v1/users_pb.ts'
import { Role } from '../../services/kernel/identity/caller.ts'
import { ADDRESSED, someAddress } from '../contract/support/caller.ts'
import { inOneWindow } from '../contract/support/window.ts'
import { controlClient, cookieOf, login, rpc } from '../harness/control.ts'
import { sql } from '../harness/database.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { call } from '../harness/rest.ts'

let at: TestInstallation
beforeAll(async () => {
  at = await bootInstallation()
})
afterAll(() => at.stop())

const LIST_USERS = 'attestry.ledger.v1.UserService/ListUsers'
const whoami = (session: string) =>
  call(at.baseUrl, '/api/control/session', { headers: { cookie: cookieOf(session) } })

async function makeUser(role: Role, email: string) {
  const users = controlClient(at.baseUrl, UserService, at.organization.admin.session)
  const { user, password } = await users.createUser({ email, role, attestationRoles: ['ciso'] })
  return { id: user!.id, email, password }
}

test('login answers 204 with a cookie that is HttpOnly, Secure, SameSite=Strict and limited to its path', async () => {
  const answer = await login(at.baseUrl, at.organization.admin)
  expect(answer.status).toBe(204)
  expect(answer.text).toBe('')
  expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  const [pair, ...attributes] = answer.headers.get('set-cookie')!.split('; ')
  expect(pair).toMatch(/^attestry_session=ats_[\w-]{43}$/)
  const maxAge = Number(/^Max-Age=(\d+)$/.exec(attributes.find((text) => text.startsWith('Max-Age'))!)![1])
  expect(maxAge).toBeGreaterThan(12 * 3600 - 60)
  expect(maxAge).toBeLessThanOrEqual(12 * 3600)
  expect(attributes.filter((text) => !text.startsWith('Max-Age')).sort()).toEqual([
    'HttpOnly',
    'Path=/api/control',
    'SameSite=Strict',
    'Secure',
  ])
})

test('with a loopback base URL, the session cookie has no Secure attribute', async () => {
  const local = await bootInstallation({
    databaseUrl: at.databaseUrl,
    env: { ATTESTRY_BASE_URL: 'http://127.0.0.1:8080' },
  })
  const answer = await login(local.baseUrl, at.organization.admin)
  await local.stop()
  expect(answer.headers.get('set-cookie')).toContain('HttpOnly')
  expect(answer.headers.get('set-cookie')).not.toContain('Secure')
})

test('the session names the person, and signing out ends it at once', async () => {
  const user = await makeUser(Role.APPROVER, 'out@login.example')
  const { session } = await login(at.baseUrl, user)
  const who = await whoami(session)
  expect(who.body).toEqual({
    organization: {
      id: at.organization.id,
      name: 'Test organization',
      addons: ['agent_governance', 'control'],
    },
    user: { id: user.id, email: user.email, role: 'approver', attestation_roles: ['ciso'] },
  })
  const out = await call(at.baseUrl, '/api/control/session', {
    method: 'DELETE',
    headers: { cookie: cookieOf(session) },
  })
  expect(out.status).toBe(204)
  expect(out.headers.get('set-cookie')).toContain('Max-Age=0')
  expect((await whoami(session)).status).toBe(401)
})

test('an unknown account, a wrong password and a disabled account get the same 401', async () => {
  const user = await makeUser(Role.MEMBER, 'gone@login.example')
  const users = controlClient(at.baseUrl, UserService, at.organization.admin.session)
  await users.disableUser({ id: user.id })
  const answers = [
    await login(at.baseUrl, { email: 'nobody@login.example', password: 'whatever it is' }),
    await login(at.baseUrl, { email: at.organization.admin.email, password: 'not the password' }),
    await login(at.baseUrl, user),
  ]
  for (const { status, text, headers } of answers) {
    expect(status).toBe(401)
    expect(text).toBe(answers[0]!.text)
    expect(headers.get('set-cookie')).toBeNull()
  }
  expect(answers[0]!.body.error.code).toBe('unauthorized')
})

test('the eleventh login in a minute for one account and address is refused, even with the right password', async () => {
  const user = await makeUser(Role.MEMBER, 'eleven@login.example')
  const other = await makeUser(Role.MEMBER, 'other@login.example')
  const used = async () => (await login(at.baseUrl, { ...user, password: 'wrong password' })).status
  await inOneWindow(async () => {
    const statuses: number[] = []
    for (let i = 0; i < 11; i++) statuses.push(await used())
    expect(statuses.at(-1)).toBe(429)
    const refused = await login(at.baseUrl, user)
    expect(refused.status).toBe(429)
    expect(refused.body.error.code).toBe('rate_limited')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await login(at.baseUrl, { ...user, email: user.email.toUpperCase() })).status).toBe(429)
  })
  expect((await login(at.baseUrl, other)).status).toBe(204)
})

describe('the bucket of an address on the control API', () => {
  let busy: TestInstallation
  beforeAll(async () => {
    busy = await bootInstallation({ databaseUrl: at.databaseUrl, env: ADDRESSED })
  })
  afterAll(() => busy.stop())
  /** One more than two windows let through, should one minute end in between. */
  const ENOUGH = 122

  test('answers more than 60 calls a minute without a session with 429, and counts them in the log', async () => {
    const headers = Object.fromEntries([someAddress()])
    const answers = []
    for (let i = 0; i < ENOUGH && answers.at(-1)?.status !== 429; i++)
      answers.push(await rpc(busy.baseUrl, LIST_USERS, { headers }))
    expect(new Set(answers.slice(0, -1).map(({ status }) => status))).toEqual(new Set([401]))
    const last = answers.at(-1)!
    expect(last.status).toBe(429)
    expect(last.body).toMatchObject({ code: 'resource_exhausted', error: { code: 'rate_limited' } })
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0)
    const { session } = at.organization.admin
    expect((await rpc(busy.baseUrl, LIST_USERS, { session, headers })).status).toBe(200)
    const entries = await sql(at.databaseUrl, 'select from ledger.entries where id = $1', [
      last.headers.get('x-request-id'),
    ])
    expect(entries).toHaveLength(0)
  })

  test('refuses more than 60 logins a minute, whatever accounts they name', async () => {
    const headers = Object.fromEntries([someAddress()])
    const tries = (count: number) =>
      Promise.all(
        Array.from({ length: count }, (_, i) =>
          login(busy.baseUrl, { email: `nobody${i}@login.example`, password: 'wrong password' }, headers),
        ),
      )
    const statuses = (await tries(ENOUGH)).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([401, 429]))
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(120)
  })
})

test('a session ends after 12 hours, and after 1 hour without a call', async () => {
  const user = await makeUser(Role.ADMIN, 'time@login.example')
  for (const change of [
    "expires_at = now() - interval '1 second'",
    "last_seen_at = now() - interval '61 minutes'",
  ]) {
    const { session } = await login(at.baseUrl, user)
    expect((await whoami(session)).status).toBe(200)
    await sql(at.databaseUrl, `update ledger.sessions set ${change} where user_id = $1`, [user.id])
    expect((await whoami(session)).status).toBe(401)
    expect((await rpc(at.baseUrl, LIST_USERS, { session })).status).toBe(401)
  }
})

test('a call extends the idle limit of its session, never the 12 hours', async () => {
  const user = await makeUser(Role.ADMIN, 'idle@login.example')
  const { session } = await login(at.baseUrl, user)
  const read = async () =>
    (
      await sql<{ seen: string; expires: string }>(
        at.databaseUrl,
        'select last_seen_at > now() - interval $$1 minute$$ as seen, expires_at::text as expires from ledger.sessions where user_id = $1',
        [user.id],
      )
    )[0]!
  const before = await read()
  await sql(
    at.databaseUrl,
    "update ledger.sessions set last_seen_at = now() - interval '59 minutes' where user_id = $1",
    [user.id],
  )
  expect((await whoami(session)).status).toBe(200)
  expect(await read()).toEqual({ seen: true, expires: before.expires })
})

test.each(['disableUser', 'resetPassword'] as const)(
  '%s ends every session of the user at once',
  async (change) => {
    const user = await makeUser(Role.ADMIN, `${change.toLowerCase()}@login.example`)
    const sessions = [(await login(at.baseUrl, user)).session, (await login(at.baseUrl, user)).session]
    for (const session of sessions) expect((await whoami(session)).status).toBe(200)
    const users = controlClient(at.baseUrl, UserService, at.organization.admin.session)
    await users[change]({ id: user.id })
    for (const session of sessions) expect((await whoami(session)).status).toBe(401)
  },
)

test('changing the password ends every session of the person, and the old password is refused', async () => {
  const user = await makeUser(Role.MEMBER, 'change@login.example')
  const { session } = await login(at.baseUrl, user)
  const newPassword = 'seven quiet herons by the quay'
  await controlClient(at.baseUrl, UserService, session).changePassword({
    currentPassword: user.password,
    newPassword,
  })
  expect((await whoami(session)).status).toBe(401)
  expect((await login(at.baseUrl, user)).status).toBe(401)
  expect((await login(at.baseUrl, { ...user, password: newPassword })).status).toBe(204)
})

test.each([
  [{ 'sec-fetch-site': 'cross-site' }, 403],
  [{ 'sec-fetch-site': 'same-site' }, 403],
  [{ origin: 'https://evil.example' }, 403],
  [{ origin: 'null' }, 403],
  [{ 'sec-fetch-site': 'cross-site', origin: 'http://attestry.test' }, 403],
  [{ 'sec-fetch-site': 'same-origin', origin: 'http://attestry.test' }, 204],
  [{ origin: 'http://attestry.test' }, 204],
  [{}, 204],
])('a request forged by another site is refused: %o → %i', async (headers, status) => {
  const user = await makeUser(Role.ADMIN, `u${Math.random().toString(36).slice(2)}@login.example`)
  expect((await login(at.baseUrl, user, headers as Record<string, string>)).status).toBe(status)
  const { session } = await login(at.baseUrl, user)
  const answer = await rpc(at.baseUrl, LIST_USERS, { session, headers: headers as Record<string, string> })
  expect(answer.status).toBe(status === 204 ? 200 : 403)
})

test.each<[Record<string, string>, number]>([
  [{ 'sec-fetch-site': 'same-site' }, 403],
  [{ 'sec-fetch-site': 'cross-site' }, 403],
  [{ 'sec-fetch-site': 'same-origin' }, 200],
  [{ 'sec-fetch-site': 'none' }, 200],
  [{ origin: 'https://evil.example' }, 403],
  [{ origin: 'null' }, 403],
  [{ origin: 'https://attestry.test' }, 403],
  [{ origin: 'http://attestry.test' }, 200],
])('an export from another site is refused: %o → %i', async (from, status) => {
  const email = `u${Math.random().toString(36).slice(2)}@reads.example`
  const { session } = await login(at.baseUrl, await makeUser(Role.ADMIN, email))
  const headers = { cookie: cookieOf(session), ...from }
  const answer = await fetch(`${at.baseUrl}/api/control/evidence-export`, { headers })
  await answer.arrayBuffer()
  expect(answer.status).toBe(status)
})

test.each([
  ['no body', '', 400],
  ['not JSON', 'email=a', 400],
  ['null', 'null', 400],
  ['an array', '[]', 400],
  ['wrong types', '{"email":1,"password":[]}', 400],
  ['a missing password', '{"email":"a@b.example"}', 400],
  ['a key twice', '{"email":"a@b.example","email":"c@d.example","password":"x"}', 400],
  ['too large', JSON.stringify({ email: 'a@b.example', password: 'x'.repeat(20_000) }), 413],
])('login with %s gets its documented answer', async (_, body, status) => {
  const answer = await call(at.baseUrl, '/api/control/session', { body, method: 'POST' })
  expect(answer.status).toBe(status)
  expect(answer.body.error).toMatchObject({
    code: status === 413 ? 'payload_too_large' : 'validation_error',
    message: expect.any(String),
  })
})

test('login with a body that is not JSON is answered 415', async () => {
  const answer = await call(at.baseUrl, '/api/control/session', {
    body: 'email=a&password=b',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(answer.status).toBe(415)
  expect(answer.body.error.code).toBe('unsupported_media_type')
})

test('a login is logged in its organization, and a refused one in the installation’s log', async () => {
  const good = await login(at.baseUrl, at.organization.admin)
  const bad = await login(at.baseUrl, { email: 'nobody@login.example', password: 'whatever it is' })
  const entry = async (answer: { headers: Headers }) =>
    JSON.parse(
      (
        await sql<{ entry: string }>(at.databaseUrl, 'select entry from ledger.entries where id = $1', [
          answer.headers.get('x-request-id'),
        ])
      )[0]!.entry,
    )
  expect(await entry(good)).toMatchObject({
    operation: 'createSession',
    outcome: 'ok',
    via: 'control',
    organization_id: at.organization.id,
    actor: { kind: 'user', id: at.organization.admin.id, name: at.organization.admin.email },
  })
  expect(await entry(bad)).toMatchObject({
    operation: 'createSession',
    outcome: 'refused',
    code: 'unauthorized',
    organization_id: '00000000-0000-0000-0000-000000000000',
    actor: { kind: 'anonymous', id: null },
    details: { client_address: '127.0.0.1' },
  })
})

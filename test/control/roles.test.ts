import { readdirSync } from 'node:fs'
import type { DescFile, DescMethod, DescService } from '@bufbuild/protobuf'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isControl } from '../../gateway/control/rpcs.ts'
import { CONTROL_SERVICES } from '../../gateway/control/services.ts'
import { UserService } from '../../proto/gen/attestry/ledger/v1/users_pb.ts'
import { accessOf, serviceOf } from '../../services/kernel/access.ts'
import { ROLES, Role } from '../../services/kernel/caller.ts'
import { ADDRESSED, someAddress } from '../contract/support/caller.ts'
import { controlClient, login, rpc } from '../harness/control.ts'
import { sql } from '../harness/database.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'

const every = await allServices()
const methods = every.flatMap((service) => service.methods)
const open = methods.filter(isControl)
const roles = [Role.ADMIN, Role.APPROVER, Role.AUDITOR, Role.MEMBER]

let at: TestInstallation
const people = new Map<Role, { email: string; password: string }>()
const sessions = new Map<Role, string>()
beforeAll(async () => {
  at = await bootInstallation({ env: ADDRESSED })
  const users = controlClient(at.baseUrl, UserService, at.organization.admin.session)
  for (const role of roles) {
    const email = `${ROLES.word(role)}@roles.example`
    const { password } = await users.createUser({ email, role })
    people.set(role, { email, password })
    sessions.set(role, (await login(at.baseUrl, { email, password })).session)
  }
})
afterAll(() => at.stop())

const pathOf = (method: DescMethod) => `${method.parent.typeName}/${method.name}`
const runs = (method: DescMethod) => at.composition.transports[serviceOf(method) as 'ledger'] !== undefined

test('the control API knows every service that opens an RPC to people', () => {
  const expected = every.filter((service) => service.methods.some(isControl))
  expect(CONTROL_SERVICES.map(({ typeName }) => typeName).sort()).toEqual(
    expected.map(({ typeName }) => typeName).sort(),
  )
})

describe.each(roles.map((role) => [ROLES.word(role), role] as const))('%s', (_, role) => {
  test.each(open.map((method) => [pathOf(method), method] as const))('%s', async (path, method) => {
    if (!runs(method)) return expect(serviceOf(method)).not.toBe('ledger')
    // What ends the session is tried in one of its own.
    const own = ['EndSession', 'ChangePassword'].includes(method.name)
    const session = own ? (await login(at.baseUrl, people.get(role)!)).session : sessions.get(role)!
    const answer = await rpc(at.baseUrl, path, { session })
    const { control } = accessOf(method)
    if (control.includes(role)) {
      expect([200, 400, 404]).toContain(answer.status)
      return
    }
    expect(answer.status).toBe(403)
    expect(answer.body).toMatchObject({
      code: 'permission_denied',
      error: { code: 'forbidden', details: { roles: control.map((one) => ROLES.word(one)) } },
    })
    const id = answer.headers.get('x-request-id')
    const [row] = await sql<{ entry: string }>(
      at.databaseUrl,
      'select entry from ledger.entries where org_id = $1 and id = $2',
      [at.organization.id, id],
    )
    expect(JSON.parse(row!.entry)).toMatchObject({
      operation: method.localName,
      outcome: 'refused',
      code: 'forbidden',
      actor: { kind: 'user', name: people.get(role)!.email },
    })
  })
})

test('what no proto opens to people is not there, for an administrator neither', async () => {
  const closed = methods.filter((method) => !isControl(method))
  expect(closed.length).toBeGreaterThan(10)
  for (const method of closed) {
    const answer = await rpc(at.baseUrl, pathOf(method), { session: sessions.get(Role.ADMIN)! })
    expect([pathOf(method), answer.status, answer.body.error.code]).toEqual([
      pathOf(method),
      404,
      'not_found',
    ])
  }
})

test('without a session every RPC is 401, with an API key too', async () => {
  for (const method of open) {
    for (const headers of [
      {},
      { cookie: 'attestry_session=ats_0000000000000000000000000000000000000000000' },
      { authorization: `Bearer ${at.organization.key}` },
    ]) {
      const from = { ...headers, ...Object.fromEntries([someAddress()]) } as Record<string, string>
      const answer = await rpc(at.baseUrl, pathOf(method), { headers: from })
      expect(answer.status).toBe(401)
      expect(answer.body).toMatchObject({ code: 'unauthenticated', error: { code: 'unauthorized' } })
    }
  }
  const both = await rpc(at.baseUrl, pathOf(open[0]!), {
    session: at.organization.admin.session,
    headers: { authorization: `Bearer ${at.organization.key}` },
  })
  expect(both.status).toBe(401)
})

test('keys and users are the administrators’ alone', () => {
  const admins = [
    ...['KeyService/CreateKey', 'KeyService/UpdateKey', 'KeyService/RevokeKey'],
    ...['UserService/CreateUser', 'UserService/UpdateUser', 'UserService/DisableUser'],
    'UserService/ResetPassword',
  ]
  for (const name of admins) {
    const method = open.find((one) => pathOf(one) === `attestry.ledger.v1.${name}`)
    expect([name, method && accessOf(method).control]).toEqual([name, [Role.ADMIN]])
  }
})

/** The services of every generated proto of ours, found in the folder and not in a list. */
async function allServices(): Promise<DescService[]> {
  const root = new URL('../../proto/gen/attestry/', import.meta.url)
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('_pb.ts'),
  )
  const found = await Promise.all(files.map((name) => import(new URL(name, root).href)))
  const descriptors = found.flatMap((module) => Object.values(module) as { kind?: string }[])
  const isFile = (value: { kind?: string }): value is DescFile => value?.kind === 'file'
  return descriptors.filter(isFile).flatMap(({ services }) => services)
}

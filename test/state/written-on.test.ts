import { Code, ConnectError, createClient } from '@connectrpc/connect'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebhookFormat, WebhookService } from '../../proto/gen/attestry/ingestion/v1/webhooks_pb.ts'
import { KeyService } from '../../proto/gen/attestry/ledger/v1/keys_pb.ts'
import { ChannelKind, NotificationService } from '../../proto/gen/attestry/ledger/v1/notifications_pb.ts'
import { OrganizationService } from '../../proto/gen/attestry/ledger/v1/organizations_pb.ts'
import { systemClock } from '../../services/kernel/clock.ts'
import { as, operatorCaller, Role } from '../../services/kernel/identity/caller.ts'
import { makePerson, makeScene, personAt } from '../gate/people.ts'
import { controlClient } from '../harness/control.ts'
import { sql } from '../harness/database.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'

let at: TestInstallation
beforeAll(async () => {
  at = await bootInstallation()
})
afterAll(() => at.stop())

test('an honest call does not carry a row changed in the database into the records', async () => {
  const { organization, admin, member, scene, keys, endpoints } = await stage()
  const { id } = organization
  const { key } = await keys.createKey({ name: 'ci', permissions: ['gate:query'] })
  const { endpoint } = await endpoints.createWebhookEndpoint({
    name: 'siem',
    format: WebhookFormat.VENDOR_SIEM,
  })
  const notifications = controlClient(at.baseUrl, NotificationService, admin.session)
  const { channel } = await notifications.createChannel({
    ...{ name: 'ERP', kind: ChannelKind.WEBHOOK, url: 'https://hooks.example/erp', events: ['gate.blocked'] },
  })
  const organizations = createClient(OrganizationService, at.composition.transports.ledger)
  const operator = as(operatorCaller('updateOrganization', systemClock.now()))
  const profile = { id: scene.profileId, tools: { values: ['search'] } }
  const password = { currentPassword: member.password, newPassword: `${member.password} again` }
  const calls: [table: string, row: string, column: string, value: string, call: () => Promise<unknown>][] = [
    ['ledger.users', member.id, 'role', 'admin', () => member.users.changePassword(password)],
    ['ledger.users', member.id, 'role', 'admin', () => admin.users.resetPassword({ id: member.id })],
    [
      ...(['ledger.users', member.id, 'attestation_roles', '{ciso}'] as const),
      () => admin.users.updateUser({ id: member.id, role: Role.APPROVER }),
    ],
    [
      ...(['ledger.api_keys', key!.id, 'permissions', '{gate:query,evaluations:write}'] as const),
      () => keys.updateKey({ id: key!.id, name: 'pipeline' }),
    ],
    [
      ...(['ledger.organizations', id, 'separation', '{"role_wait_hours":9}'] as const),
      () => organizations.updateOrganization({ id, name: 'Renamed' }, operator),
    ],
    ['gate.systems', scene.aiSystemId, 'attestation_roles', '{}', () => scene.suite(0.2)],
    ['gate.systems', scene.aiSystemId, 'attestation_roles', '{}', () => scene.certify(admin)],
    [
      'gate.profiles',
      scene.profileId,
      'tools',
      '{search,wipe}',
      () => member.profiles.updateProfile(profile),
    ],
    [
      ...(['ledger.notification_channels', channel!.id, 'events', '{incident.opened}'] as const),
      () => notifications.updateChannel({ id: channel!.id, name: 'ERP 2' }),
    ],
    [
      ...(['ingestion.webhook_endpoints', endpoint!.id, 'rate_limit', '1'] as const),
      () => endpoints.updateWebhookEndpoint({ id: endpoint!.id, name: 'siem 2' }),
    ],
  ]
  for (const [table, row, column, value, call] of calls) {
    const [before] = await sql(at.databaseUrl, `select ${column}::text as is from ${table} where id = $1`, [
      row,
    ])
    const write = (to: unknown) =>
      sql(at.databaseUrl, `update ${table} set ${column} = $2 where id = $1`, [row, to])
    const changed =
      column === 'separation' ? { ...JSON.parse(String(before!.is)), ...JSON.parse(value) } : value
    await write(changed)
    expect([table, column, await outcome(call())]).toEqual([table, column, CONFLICT])
    await write(before!.is)
  }
  for (const [table, , , , call] of calls.toReversed())
    if (!['gate.systems', 'ledger.users'].includes(table))
      expect([table, await outcome(call())]).toEqual([table, 'ok'])
})

test('an account, key and endpoint that differ from their records can still be disabled or revoked', async () => {
  const { admin, member, keys, endpoints } = await stage()
  const { key } = await keys.createKey({ name: 'ci', permissions: ['gate:query'] })
  const { endpoint } = await endpoints.createWebhookEndpoint({
    name: 'siem',
    format: WebhookFormat.VENDOR_SIEM,
  })
  await sql(at.databaseUrl, "update ledger.users set role = 'admin' where id = $1", [member.id])
  await sql(at.databaseUrl, "update ledger.api_keys set permissions = '{audit:read}' where id = $1", [
    key!.id,
  ])
  await sql(at.databaseUrl, 'update ingestion.webhook_endpoints set rate_limit = 1 where id = $1', [
    endpoint!.id,
  ])
  await admin.users.disableUser({ id: member.id })
  await keys.revokeKey({ id: key!.id })
  await endpoints.revokeWebhookEndpoint({ id: endpoint!.id })
})

test('an account whose password was replaced in the database can be reset by somebody else', async () => {
  const { admin, member } = await stage()
  await sql(at.databaseUrl, "update ledger.users set password = 'another' where id = $1", [member.id])
  await admin.users.resetPassword({ id: member.id })
})

const CONFLICT = 'what is stored differs from its record'

async function stage() {
  const organization = await at.another()
  const admin = personAt(at.baseUrl, organization.admin.id, organization.admin.session)
  const member = await makePerson(at, admin, { role: Role.MEMBER })
  const scene = await makeScene(at, organization, { admin, author: member, attestationRoles: ['ciso'] })
  const keys = controlClient(at.baseUrl, KeyService, admin.session)
  const endpoints = controlClient(at.baseUrl, WebhookService, admin.session)
  return { organization, admin, member, scene, keys, endpoints }
}

async function outcome(call: Promise<unknown>): Promise<string> {
  try {
    await call
    return 'ok'
  } catch (error) {
    const { code, rawMessage } = ConnectError.from(error)
    return code === Code.Aborted || code === Code.AlreadyExists || code === Code.FailedPrecondition
      ? rawMessage.split(',')[0]!
      : `${Code[code]}: ${rawMessage}`
  }
}

import { createClient } from '@connectrpc/connect'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sessionCaller } from '../../gateway/cli/calls/session-caller.ts'
import { Role } from '../../proto/gen/attestry/common/v1/caller_pb.ts'
import { UserService } from '../../proto/gen/attestry/ledger/v1/users_pb.ts'
import { systemClock } from '../../services/kernel/clock.ts'
import { leafHash } from '../../services/kernel/crypto/merkle.ts'
import { sql } from '../harness/database.ts'
import type { TestInstallation } from '../harness/installation.ts'
import { call } from '../harness/rest.ts'
import { bootWebhook } from './support/boot.ts'
import { type Administration, administration, WebhookFormat } from './support/endpoint.ts'

let at: TestInstallation
let admin: Administration
beforeAll(async () => {
  ;({ at, admin } = await bootWebhook())
})
afterAll(() => at.stop())

const recordsOf = async (id: string) =>
  sql<{ record: string; entry: string }>(
    at.databaseUrl,
    `select r.record, e.entry from ingestion.webhook_endpoint_records r
      join ledger.entries e on e.org_id = r.org_id and e.id = r.entry_id where r.id = $1 order by r.version`,
    [id],
  )

test('every change of a webhook endpoint is a version of its record, with a receipt in its audit entry', async () => {
  const { id } = await admin.make({ name: 'first name' })
  const { webhooks, as } = admin
  await webhooks.updateWebhookEndpoint(
    { id, name: 'second name', windowSeconds: 60 },
    as('updateWebhookEndpoint'),
  )
  await admin.rotate(id)
  await admin.revoke(id)
  const rows = await recordsOf(id)
  const versions = rows.map(({ record }) => JSON.parse(record))
  expect(versions.map(({ version, name }) => [version, name])).toEqual([
    [1, 'first name'],
    [2, 'second name'],
    [3, 'second name'],
    [4, 'second name'],
  ])
  expect(versions[1].window_seconds).toBe(60)
  expect(versions[2].secret_created_at > versions[1].secret_created_at).toBe(true)
  expect(versions[3].revoked_at).not.toBeNull()
  const entries = rows.map(({ entry }) => JSON.parse(entry))
  expect(entries.map(({ operation }) => operation)).toEqual([
    'createWebhookEndpoint',
    'updateWebhookEndpoint',
    'rotateWebhookSecret',
    'revokeWebhookEndpoint',
  ])
  for (const [n, { receipts, actor }] of entries.entries()) {
    const root = leafHash(rows[n]!.record).toString('hex')
    expect(receipts).toEqual([{ type: 'webhook-endpoints', count: 1, root }])
    expect(actor).toMatchObject({ kind: 'user', id: at.organization.admin.id })
  }
})

test('an organization has at most 2,000 endpoints in use, and keeps more that it already has', async () => {
  const other = await at.another()
  const own = administration(at, other)
  const { id } = await own.make()
  // Their change is long ago, so that no process opens their secrets.
  const copy = (from: number, to: number) =>
    sql(
      at.databaseUrl,
      `insert into ingestion.webhook_endpoints
        select (jsonb_populate_record(e, jsonb_build_object(
          'id', gen_random_uuid(), 'token', 'copy' || n, 'changed_at', '2020-01-01T00:00:00Z'))).*
        from ingestion.webhook_endpoints e, generate_series($2::int, $3::int) n where e.org_id = $1 and e.id = $4`,
      [other.id, from, to, id],
    )
  await copy(2, 1999)
  await own.make()
  const refused = {
    message: expect.stringContaining('there are 2000 webhook endpoints already: revoke one first'),
  }
  await expect(own.make()).rejects.toMatchObject(refused)
  await copy(2000, 2010)
  await own.webhooks.updateWebhookEndpoint({ id, name: 'changed' }, own.as('updateWebhookEndpoint'))
  await expect(own.make()).rejects.toMatchObject(refused)
  await sql(at.databaseUrl, "delete from ingestion.webhook_endpoints where token like 'copy%'")
  await own.make()
})

test('records_v1 has the webhook’s endpoints and deliveries', async () => {
  const types = await sql<{ type: string }>(
    at.databaseUrl,
    'select distinct type from ingestion.records_v1 union select distinct type from ledger.records_v1',
  )
  expect(types.map(({ type }) => type)).toContain('webhook-endpoints')
  await sql(at.databaseUrl, "select 1 from ledger.records_v1 where type = 'webhook-deliveries'")
})

describe('who may change webhook endpoints', () => {
  const sessionOf = async (role: Role) => {
    const { ledger } = at.composition.transports
    const email = `role-${role}@example.org`
    const { password } = await createClient(UserService, ledger).createUser(
      { email, role },
      sessionCaller('createUser', at.organization.admin.session, systemClock),
    )
    const answer = await call(at.baseUrl, '/api/control/session', { body: { email, password } })
    const session = /=([^;]+)/.exec(answer.headers.get('set-cookie') ?? '')![1]!
    return (operation: string) => sessionCaller(operation, session, systemClock)
  }

  test.each([Role.APPROVER, Role.AUDITOR, Role.MEMBER])(
    'role %i reads endpoints and deliveries, and may change nothing',
    async (role) => {
      const endpoint = await admin.make()
      const as = await sessionOf(role)
      const { webhooks } = admin
      const { endpoints } = await webhooks.listWebhookEndpoints({}, as('listWebhookEndpoints'))
      expect(endpoints.map(({ id }) => id)).toContain(endpoint.id)
      await webhooks.listRejectedDeliveries({ id: endpoint.id }, as('listRejectedDeliveries'))
      const { id } = endpoint
      const forbidden = [
        () =>
          webhooks.createWebhookEndpoint(
            { name: 'x', format: WebhookFormat.SERVICE },
            as('createWebhookEndpoint'),
          ),
        () => webhooks.updateWebhookEndpoint({ id, name: 'x' }, as('updateWebhookEndpoint')),
        () => webhooks.rotateWebhookSecret({ id }, as('rotateWebhookSecret')),
        () => webhooks.revokeWebhookEndpoint({ id }, as('revokeWebhookEndpoint')),
      ]
      for (const action of forbidden) await expect(action()).rejects.toThrow('your role does not allow this')
    },
  )
})

describe('saving a webhook endpoint', () => {
  test.each([
    [{ name: '' }, 'name'],
    [{ windowSeconds: 29 }, 'window_seconds'],
    [{ windowSeconds: 901 }, 'window_seconds'],
    [{ idempotencyHours: 2161 }, 'idempotency_hours'],
    [{ rateLimit: -1 }, 'rate_limit'],
    [{ format: WebhookFormat.UNSPECIFIED }, 'format'],
    [{ format: WebhookFormat.GENERIC_JSON }, 'mapping'],
    [{ mapping: '{' }, 'mapping'],
    [{ mapping: '{"title":{"pointers":["no pointer"]}}' }, '/title/pointers/0'],
    [{ mapping: '{"severity":{"default":"low"}}' }, '/title is required'],
    [{ mapping: `{"title":{"default":"${'x'.repeat(70_000)}"}}` }, 'mapping'],
  ])('%j is refused with the reason', async (options, why) => {
    await expect(admin.make(options)).rejects.toThrow(why)
  })

  const mapping = '{"title":{"pointers":["/alert/name"]}}'
  test('requires that the mapping makes an incident of the sample sent with it', async () => {
    const format = WebhookFormat.GENERIC_JSON
    await expect(
      admin.make({ format, mapping, sample: '{"alert":{"name":7.5,"x":1}}' }),
    ).resolves.toBeDefined()
    await expect(admin.make({ format, mapping, sample: '{"alert":{}}' })).rejects.toThrow('title is missing')
    await expect(admin.make({ format, mapping, sample: '{"alert":{"name":{}}}' })).rejects.toThrow(
      'title must be',
    )
    await expect(admin.make({ format, mapping, sample: '{' })).rejects.toThrow('sample')
  })

  test('TryWebhookMapping tries a mapping and stores nothing', async () => {
    const { webhooks, as } = admin
    const before = (await webhooks.listWebhookEndpoints({}, as('listWebhookEndpoints'))).endpoints.length
    const tried = await webhooks.tryWebhookMapping(
      { mapping, sample: '{"alert":{"name":"n"}}' },
      as('tryWebhookMapping'),
    )
    expect(tried.incident).toMatchObject({ title: 'n', severity: 'unknown', external_id: null })
    expect((await webhooks.listWebhookEndpoints({}, as('listWebhookEndpoints'))).endpoints).toHaveLength(
      before,
    )
  })

  test('makes a new mapping version only if the mapping changed, and keeps every version', async () => {
    const { webhooks, as } = admin
    const { id } = await admin.make({ format: WebhookFormat.GENERIC_JSON, mapping })
    const save = async (text: string) =>
      (await webhooks.updateWebhookEndpoint({ id, mapping: text }, as('updateWebhookEndpoint'))).endpoint!
    expect((await save(` ${mapping} `)).mappingVersion).toBe(1)
    expect((await save('{"title":{"default":"x"}}')).mappingVersion).toBe(2)
    const kept = await sql<{ version: number; mapping: string }>(
      at.databaseUrl,
      'select version, mapping from ingestion.webhook_mappings where endpoint_id = $1 order by version',
      [id],
    )
    expect(kept).toEqual([
      { version: 1, mapping },
      { version: 2, mapping: '{"title":{"default":"x"}}' },
    ])
  })
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { rpc } from '../harness/control.ts'
import { sql } from '../harness/database.ts'
import { call } from '../harness/rest.ts'
import { bootNotifications } from './support/boot.ts'

let booted: Awaited<ReturnType<typeof bootNotifications>>
beforeAll(async () => {
  booted = await bootNotifications()
})
afterAll(() => booted.stop())

const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString()

/** KeyService as a person calls it. */
function keysAs(session: string) {
  return (method: string, request: object) =>
    rpc(booted.at.baseUrl, `attestry.ledger.v1.KeyService/${method}`, { session, body: request })
}

/** Lets the end of a key pass. */
const expire = (id: string) =>
  sql(booted.at.databaseUrl, "update ledger.api_keys set expires_at = now() - interval '1 s' where id = $1", [
    id,
  ])

test('only an expired key’s holder learns that it expired, and the log shows who tried it', async () => {
  const { at } = booted
  const { key: auditor, admin } = await at.another({ name: 'Ends' })
  const keys = keysAs(admin.session)
  const permissions = ['incidents:read', 'agent_runs:write']
  const made = (await keys('CreateKey', { name: 'ends', permissions, expiresAt: inHours(1) })).body
  expect(made.key.status).toBe('active')
  const list = (headers?: Record<string, string>) =>
    call(at.baseUrl, '/api/v1/incidents', { key: made.secret, ...(headers && { headers }) })
  expect((await list()).status).toBe(200)

  // On a busy machine the time may be past when it arrives: then another one is given.
  const endSoon = () => keys('UpdateKey', { id: made.key.id, expiresAt: inHours(2 / 3600) })
  await expect.poll(async () => (await endSoon()).status).toBe(200)
  const status = async () => (await keys('ListKeys', {})).body.keys[0].status
  await expect.poll(status).toBe('expired')
  const refused = await list()
  expect(refused.status).toBe(401)
  expect(refused.body.error).toMatchObject({ code: 'unauthorized', details: { reason: 'key_expired' } })
  // The answer has the quota of the address, not that of the key.
  expect(refused.headers.get('x-ratelimit-limit')).toBe('60')
  const exported = await call(at.baseUrl, '/otlp/v1/traces', { key: made.secret, body: {} })
  expect([exported.status, exported.headers.get('www-authenticate')]).toEqual([
    401,
    'Bearer realm="attestry"',
  ])
  // Another refusal comes first, and one letter less than the key is no key.
  expect((await list({ cookie: 'a=b' })).body.error.details).toBeUndefined()
  const almost = await call(at.baseUrl, '/api/v1/incidents', { key: made.secret.slice(0, -1) })
  expect([almost.status, almost.body.error.details]).toEqual([401, undefined])

  const entries = await call(at.baseUrl, '/api/v1/audit-entries?outcome=refused', { key: auditor })
  expect(entries.body.data).toMatchObject([
    { actor: { kind: 'api_key', id: made.key.id }, operation: 'reportSpans', code: 'unauthorized' },
    { actor: { kind: 'api_key', id: made.key.id }, operation: 'listIncidents', code: 'unauthorized' },
  ])
  const [listed] = (await keys('ListKeys', {})).body.keys
  expect(listed).toMatchObject({ id: made.key.id, status: 'expired' })

  for (const change of [{ expiresAt: inHours(1) }, { neverExpires: true }]) {
    const again = await keys('UpdateKey', { id: made.key.id, ...change })
    expect([again.status, again.body.error.details]).toMatchObject([400, { reason: 'key_expired' }])
  }
  expect((await keys('UpdateKey', { id: made.key.id, name: 'ended' })).body.key.status).toBe('expired')
  expect((await keys('RevokeKey', { id: made.key.id })).body.key.status).toBe('revoked')
  expect((await list()).body.error.details).toBeUndefined()
})

test('calls with an expired key beyond their address’s limit do not fill the log', async () => {
  const { at } = booted
  const { admin, id } = await at.another({ name: 'Flooded' })
  const made = (await keysAs(admin.session)('CreateKey', { name: 'k', permissions: ['assets:read'] })).body
  await expire(made.key.id)
  const many = Array.from({ length: 200 }, () =>
    call(at.baseUrl, '/api/v1/assets', { key: made.secret }).then(({ status }) => status),
  )
  const statuses = await Promise.all(many)
  expect(new Set(statuses)).toEqual(new Set([401, 429]))
  const [{ n }] = (await sql<{ n: number }>(
    at.databaseUrl,
    `select count(*)::int as n from ledger.entries where org_id = $1 and entry::jsonb ->> 'outcome' = 'refused'`,
    [id],
  )) as [{ n: number }]
  expect(n).toBe(statuses.filter((status) => status === 401).length)
})

test('a key’s expiry is in the future, can be moved while the key is valid, and can be removed', async () => {
  const keys = keysAs((await booted.at.another({ name: 'Moves' })).admin.session)
  const named = { name: 'k', permissions: ['assets:read'] }
  for (const expiresAt of [inHours(-1), '1969-01-01T00:00:00Z', '2100-01-01T00:00:00Z']) {
    const refused = await keys('CreateKey', { ...named, expiresAt })
    expect([refused.status, Object.keys(refused.body.error.details.fieldErrors)]).toEqual([
      400,
      ['expires_at'],
    ])
  }
  const { key } = (await keys('CreateKey', { ...named, expiresAt: inHours(1) })).body
  const both = await keys('UpdateKey', { id: key.id, expiresAt: inHours(2), neverExpires: true })
  expect(both.status).toBe(400)
  expect((await keys('UpdateKey', { id: key.id, expiresAt: inHours(-2) })).status).toBe(400)
  const end = inHours(5)
  const moved = (await keys('UpdateKey', { id: key.id, expiresAt: end })).body.key
  expect(moved).toMatchObject({ version: 2, status: 'active' })
  // protobuf JSON has no fraction where it is zero.
  expect(Date.parse(moved.expiresAt)).toBe(Date.parse(end))
  const kept = (await keys('UpdateKey', { id: key.id, name: 'other' })).body.key
  expect(kept).toMatchObject({ name: 'other', expiresAt: moved.expiresAt })
  expect((await keys('UpdateKey', { id: key.id, neverExpires: true })).body.key.expiresAt).toBeUndefined()
})

import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLog } from '../../services/kernel/logging/log.ts'
import { inOneWindow } from '../contract/support/window.ts'
import { sql } from '../harness/database.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import type { Answer } from '../harness/rest.ts'
import { bootWebhook, from } from './support/boot.ts'
import { type Administration, administration, type TestEndpoint } from './support/endpoint.ts'
import { entriesOf } from './support/evidence.ts'
import { send } from './support/send.ts'
import { spyOn } from './support/spy.ts'

let at: TestInstallation
let second: TestInstallation
let admin: Administration
const stream = new PassThrough()
let logged = ''
stream.on('data', (line) => {
  logged += line
})
const log = createLog({ ATTESTRY_LOG_LEVEL: 'trace' }, stream)
const env = { ATTESTRY_TRUSTED_PROXIES: '127.0.0.1' }
beforeAll(async () => {
  ;({ at, admin } = await bootWebhook({ log }))
  const { ATTESTRY_CLIENT_TOKEN } = at.env
  second = await bootInstallation({
    log,
    databaseUrl: at.databaseUrl,
    env: { ...env, ATTESTRY_CLIENT_TOKEN },
  })
})
afterAll(async () => {
  await second.stop()
  await at.stop()
})

const BODY = '{"title":"whoever"}'
const wrong = (baseUrl: string, endpoint: TestEndpoint, headers = from()) =>
  send(baseUrl, endpoint, BODY, { secret: 'whsec_wrong', headers })
const bare = ({ status, text, headers }: Answer) => {
  const shown = Object.fromEntries(headers)
  for (const name of ['date', 'x-request-id', 'x-ratelimit-reset']) delete shown[name]
  return { status, text, headers: shown }
}
const unknown = (
  endpoint: TestEndpoint,
  path = '/api/v1/webhooks/incidents/whk_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
) => ({
  ...endpoint,
  path,
})

describe('whether a webhook endpoint exists', () => {
  test('does not show in the answer: unknown, revoked and wrongly signed look the same', async () => {
    const known = await admin.make()
    const revoked = await admin.make()
    await admin.revoke(revoked.id)
    const answers = await Promise.all([
      wrong(at.baseUrl, known),
      wrong(at.baseUrl, unknown(known)),
      wrong(at.baseUrl, unknown(known, '/api/v1/webhooks/incidents/x')),
      wrong(at.baseUrl, unknown(known, `/api/v1/webhooks/incidents/${encodeURIComponent('\0\ud83d\ude00')}`)),
      send(at.baseUrl, revoked, BODY, { headers: from() }),
    ])
    for (const answer of answers) expect(bare(answer)).toEqual(bare(answers[0]!))
    expect(answers[0]!.status).toBe(401)
    expect(answers[0]!.headers.get('x-ratelimit-limit')).toBe('60')
  })

  test('does not show once the address’s bucket is empty', () =>
    inOneWindow(async () => {
      const known = await admin.make()
      const address = from()
      await Promise.all(Array.from({ length: 60 }, () => wrong(at.baseUrl, known, address)))
      const limited = [
        await wrong(at.baseUrl, known, address),
        await wrong(at.baseUrl, unknown(known), address),
      ]
      expect(limited.map(({ status }) => status)).toEqual([429, 429])
      const same = limited.map((answer) => {
        const { headers, ...more } = bare(answer)
        expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1)
        return more
      })
      expect(same[1]).toEqual(same[0])
      expect((await send(at.baseUrl, known, BODY, { headers: address })).status).toBe(201)
    }))

  test.skipIf(process.env.ATTESTRY_TEST_SHAPE === 'split')(
    'does not show in the work of the call: same statements, no call of the key service',
    async () => {
      const known = await admin.make()
      const revoked = await admin.make()
      await admin.revoke(revoked.id)
      await send(at.baseUrl, known, BODY)
      const spy = spyOn(at)
      // Further work that the process does once a minute may fall into a call: then the call is made again.
      const expectWork = (call: () => Promise<Answer>) =>
        expect
          .poll(async () => {
            spy.seen.length = 0
            const { status } = await call()
            return [status, ...spy.seen.filter((name) => !BACKGROUND.has(name))]
          })
          .toEqual([401, 'find endpoints', 'draw', 'record rejected'])
      await expectWork(() => wrong(at.baseUrl, known))
      await expectWork(() => wrong(at.baseUrl, unknown(known)))
      await expectWork(() => send(at.baseUrl, revoked, BODY, { headers: from() }))
      spy.restore()
    },
  )
})

/** Statements that a process runs by itself; the last follows each rejected call, and none waits for it. */
const BACKGROUND = new Set(['queue', 'changed endpoints', 'prune rejected'])

test('a call of an unknown endpoint is logged only in the installation’s log, with the client’s address', async () => {
  const headers = from()
  const answer = await wrong(at.baseUrl, unknown(await admin.make()), headers)
  const entries = await entriesOf(at.databaseUrl, answer.headers.get('x-request-id'))
  expect(entries).toHaveLength(1)
  expect(entries[0]).toMatchObject({
    organization_id: '00000000-0000-0000-0000-000000000000',
    actor: { kind: 'anonymous', id: null },
    outcome: 'refused',
    code: 'unauthorized',
    details: { client_address: headers['x-forwarded-for'], reason: 'endpoint_unknown' },
  })
})

test('a failed signature is logged in the endpoint’s organization as an anonymous call', async () => {
  const known = await admin.make()
  const answer = await wrong(at.baseUrl, known)
  const entries = await entriesOf(at.databaseUrl, answer.headers.get('x-request-id'))
  expect(entries).toHaveLength(1)
  expect(entries[0]).toMatchObject({
    organization_id: at.organization.id,
    actor: { kind: 'anonymous', id: null, name: null },
    code: 'unauthorized',
    details: { endpoint_id: known.id, reason: 'signature_mismatch' },
  })
})

describe('immediately, and in every process', () => {
  test('only the new secret is valid after a rotation', async () => {
    const endpoint = await admin.make()
    const sent = (baseUrl: string, secret: string, n: number) =>
      send(baseUrl, endpoint, `{"title":"rotation ${n}"}`, { secret, headers: from() })
    expect((await sent(second.baseUrl, endpoint.secret, 1)).status).toBe(201)
    const secret = await admin.rotate(endpoint.id)
    expect(secret).not.toBe(endpoint.secret)
    expect((await sent(second.baseUrl, endpoint.secret, 2)).status).toBe(401)
    expect((await sent(at.baseUrl, endpoint.secret, 3)).status).toBe(401)
    expect((await sent(second.baseUrl, secret, 4)).status).toBe(201)
    expect((await sent(at.baseUrl, secret, 5)).status).toBe(201)
  })

  test('a revoked endpoint accepts nothing, cannot be rotated back, and the others stay valid', async () => {
    const [one, other] = [await admin.make(), await admin.make()]
    expect((await send(second.baseUrl, one, BODY, { headers: from() })).status).toBe(201)
    await admin.revoke(one.id)
    expect((await send(second.baseUrl, one, BODY, { headers: from() })).status).toBe(401)
    expect((await send(at.baseUrl, one, BODY, { headers: from() })).status).toBe(401)
    expect((await send(second.baseUrl, other, BODY, { headers: from() })).status).toBe(201)
    await expect(admin.rotate(one.id)).rejects.toThrow('revoked')
    const { deliveries } = await admin.rejected(one.id)
    expect(deliveries.map(({ reason }) => reason)).toEqual(['endpoint_revoked', 'endpoint_revoked'])
  })
})

describe('the secret of a webhook endpoint', () => {
  test('appears in no later answer, no log line, and nowhere in the database', async () => {
    const endpoint = await admin.make()
    const secret = await admin.rotate(endpoint.id)
    await send(at.baseUrl, { ...endpoint, secret }, BODY)
    await wrong(at.baseUrl, endpoint)
    await send(at.baseUrl, { ...endpoint, secret }, '{', { format: 'service' })
    const { webhooks, as } = admin
    const shown = [
      await webhooks.listWebhookEndpoints({}, as('listWebhookEndpoints')),
      await webhooks.getWebhookEndpoint({ id: endpoint.id }, as('getWebhookEndpoint')),
      await admin.rejected(endpoint.id),
      await admin.taken(endpoint.id),
    ]
    const text = JSON.stringify(shown, (_, value) => (typeof value === 'bigint' ? String(value) : value))
    const tables = await sql<{ name: string }>(
      at.databaseUrl,
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
        where schemaname in ('ledger', 'ingestion', 'gate', 'evidence')`,
    )
    expect(tables.length).toBeGreaterThan(20)
    for (const known of [secret, endpoint.secret]) {
      const hex = Buffer.from(known).toString('hex')
      expect(text).not.toContain(known)
      expect(logged).not.toContain(known)
      for (const { name } of tables) {
        const found = await sql(
          at.databaseUrl,
          `select 1 from ${name} t where t::text like $1 or t::text like $2 limit 1`,
          [`%${known}%`, `%${hex}%`],
        )
        expect([name, found]).toEqual([name, []])
      }
    }
  })

  test('is bound to its endpoint: in another endpoint’s row it is useless', async () => {
    const [one, other] = [await admin.make(), await admin.make()]
    await sql(
      at.databaseUrl,
      `update ingestion.webhook_endpoints e set wrapped_key = o.wrapped_key, sealed_secret = o.sealed_secret
        from ingestion.webhook_endpoints o where e.id = $1 and o.id = $2`,
      [one.id, other.id],
    )
    const answer = await send(at.baseUrl, { ...one, secret: other.secret }, BODY, { headers: from() })
    expect(answer.status).toBe(500)
  })

  test('cannot be rotated, revoked or read by another organization', async () => {
    const endpoint = await admin.make()
    const outsider = administration(at, await at.another())
    await expect(outsider.rotate(endpoint.id)).rejects.toThrow('not found')
    await expect(outsider.revoke(endpoint.id)).rejects.toThrow('not found')
    expect((await outsider.rejected(endpoint.id)).deliveries).toEqual([])
    expect((await outsider.taken(endpoint.id)).deliveries).toEqual([])
    expect((await send(at.baseUrl, endpoint, BODY)).status).toBe(201)
  })
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Batch, batches } from '../../services/kernel/telemetry/channels.ts'
import { inOneWindow } from '../contract/support/window.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { bootWebhook, from } from './support/boot.ts'
import { type Administration, administration, type TestEndpoint } from './support/endpoint.ts'
import { countsOf, entriesOf } from './support/evidence.ts'
import { send } from './support/send.ts'

/** Endpoints are administered in one process and called in another, which caches them. */
let at: TestInstallation
let second: TestInstallation
let admin: Administration
beforeAll(async () => {
  at = await bootInstallation()
  const { ATTESTRY_CLIENT_TOKEN } = at.env
  second = (await bootWebhook({ databaseUrl: at.databaseUrl, env: { ATTESTRY_CLIENT_TOKEN } })).at
  admin = administration(at)
})
afterAll(async () => {
  await second.stop()
  await at.stop()
})

let number = 0
/** Sends an event that is new. */
const deliver = (endpoint: TestEndpoint, body: object = {}) => {
  number += 1
  const event = { title: 'event', external_id: `event ${number}`, ...body }
  return send(second.baseUrl, endpoint, event, { headers: from() })
}

/** How often an endpoint is read while something is done. */
async function readsOf(work: () => Promise<unknown>): Promise<number> {
  let reads = 0
  const count = (batch: unknown): void => {
    if ((batch as Batch).name === 'find endpoints') reads += 1
  }
  batches.subscribe(count)
  await work().finally(() => batches.unsubscribe(count))
  return reads
}

test('a webhook endpoint is read from the database for its first delivery and for refusals only', async () => {
  const endpoint = await admin.make()
  expect(await readsOf(() => deliver(endpoint))).toBe(1)
  expect(await readsOf(() => Promise.all([deliver(endpoint), deliver(endpoint)]))).toBe(0)
  expect(await readsOf(() => deliver({ ...endpoint, secret: 'whsec_wrong' }))).toBe(1)
  expect(await readsOf(() => deliver(endpoint, { title: 7 }))).toBe(1)
  expect(await readsOf(() => deliver(endpoint))).toBe(0)
})

test('a change of a webhook endpoint in another process applies to the next delivery', () =>
  inOneWindow(async () => {
    const endpoint = await admin.make({ rateLimit: 1000 })
    expect((await deliver(endpoint)).headers.get('x-ratelimit-limit')).toBe('1000')
    const change = { id: endpoint.id, name: 'renamed', rateLimit: 500 }
    await admin.webhooks.updateWebhookEndpoint(change, admin.as('updateWebhookEndpoint'))
    const answer = await deliver(endpoint)
    expect(answer.status).toBe(201)
    expect(answer.headers.get('x-ratelimit-limit')).toBe('500')
    expect(answer.headers.get('x-ratelimit-remaining')).toBe('498')
    const [entry] = await entriesOf(at.databaseUrl, answer.headers.get('x-request-id'))
    expect(entry!.actor.name).toBe('renamed')
  }))

test('a revoked webhook endpoint accepts nothing though it is cached, while others accept all', () =>
  inOneWindow(async () => {
    const [revoked, other] = [await admin.make({ rateLimit: 1000 }), await admin.make({ rateLimit: 1000 })]
    expect((await deliver(revoked)).status).toBe(201)
    expect((await deliver(other)).status).toBe(201)
    await admin.revoke(revoked.id)
    const before = await countsOf(at.databaseUrl, at.organization.id)
    const sent = Array.from({ length: 20 }, () => [deliver(revoked), deliver(other)]).flat()
    const answers = await Promise.all(sent)
    expect(answers.map(({ status }) => status)).toEqual(sent.map((_, n) => (n % 2 === 0 ? 401 : 201)))
    const after = await countsOf(at.databaseUrl, at.organization.id)
    expect(after.incidents - before.incidents).toBe(20)
    // Each delivery drew once.
    const remaining = answers.flatMap(({ status, headers }) =>
      status === 201 ? [Number(headers.get('x-ratelimit-remaining'))] : [],
    )
    expect(remaining.toSorted((a, b) => b - a)).toEqual(Array.from({ length: 20 }, (_, n) => 998 - n))
  }))

test('deliveries with the old secret are refused once the rotation has been answered', async () => {
  const endpoint = await admin.make()
  expect((await deliver(endpoint)).status).toBe(201)
  const during = Array.from({ length: 20 }, () => deliver(endpoint))
  const secret = await admin.rotate(endpoint.id)
  const late = await Promise.all(Array.from({ length: 20 }, () => deliver(endpoint)))
  expect(new Set(late.map(({ status }) => status))).toEqual(new Set([401]))
  for (const { status } of await Promise.all(during)) expect([201, 401]).toContain(status)
  expect((await deliver({ ...endpoint, secret })).status).toBe(201)
})

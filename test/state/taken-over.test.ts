import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sql } from '../harness/database.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { bootWebhook } from '../webhook/support/boot.ts'
import type { Administration } from '../webhook/support/endpoint.ts'
import { send } from '../webhook/support/send.ts'
import { problemsOf } from './support/verification.ts'

const HOUR = 3_600_000
let at: TestInstallation
let early: TestInstallation
let admin: Administration
beforeAll(async () => {
  ;({ at, admin } = await bootWebhook())
  const { ATTESTRY_CLIENT_TOKEN } = at.env
  const clock = { now: () => new Date(Date.now() + 2 * HOUR) }
  early = await bootInstallation({ databaseUrl: at.databaseUrl, clock, env: { ATTESTRY_CLIENT_TOKEN } })
})
afterAll(async () => {
  vi.useRealTimers()
  await early.stop()
  await at.stop()
})

test('an event whose alert another incident took over after a shorter period is not reported missing', async () => {
  const endpoint = await admin.make({ idempotencyHours: 168 })
  const body = { title: 'shorter', external_id: 'shorter' }
  expect((await send(at.baseUrl, endpoint, body)).status).toBe(201)
  await sql(
    at.databaseUrl,
    `update ledger.events_seen set first_at = now() - interval '2 hours' where endpoint_id = $1`,
    [endpoint.id],
  )
  const change = { id: endpoint.id, idempotencyHours: 1 }
  await admin.webhooks.updateWebhookEndpoint(change, admin.as('updateWebhookEndpoint'))
  expect((await send(at.baseUrl, endpoint, body)).status).toBe(201)
  expect(await problemsOf(at.databaseUrl, at.organization.id)).toEqual([])
  // The first incident does not take it over from the second.
  const [first] = (await admin.taken(endpoint.id)).deliveries.toReversed()
  const back = `update ledger.events_seen set incident_id = $2 where endpoint_id = $1 returning key`
  await sql(at.databaseUrl, back, [endpoint.id, first!.incidentId])
  const found = await problemsOf(at.databaseUrl, at.organization.id)
  expect(found.map(({ code }) => code)).toContain('state_missing')
  await sql(at.databaseUrl, 'delete from ledger.events_seen where endpoint_id = $1', [endpoint.id])
  await send(at.baseUrl, endpoint, body)
})

test('an event from before the clock was set back is not reported missing, also when that time comes', async () => {
  const endpoint = await admin.make()
  const body = { title: 'set back', external_id: 'set back' }
  const t = Math.floor((Date.now() + 2 * HOUR) / 1000)
  expect((await send(early.baseUrl, endpoint, body, { t })).status).toBe(201)
  expect((await send(at.baseUrl, endpoint, body)).status).toBe(201)
  expect(await problemsOf(at.databaseUrl, at.organization.id)).toEqual([])
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1.5 * HOUR })
  expect(await problemsOf(at.databaseUrl, at.organization.id)).toEqual([])
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { IncidentService } from '../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { LIMITS } from '../../services/kernel/values/limits.ts'
import { makeMicroservice } from '../grpc/support/microservice.ts'
import { status, stub } from '../grpc/support/stub.ts'
import { rpc } from '../harness/control.ts'
import { sql } from '../harness/database.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { call } from '../harness/rest.ts'
import { administration } from '../webhook/support/endpoint.ts'
import { send } from '../webhook/support/send.ts'

/** All calls are made in one minute. */
const NOW = new Date()

let at: TestInstallation
beforeAll(async () => {
  at = await bootInstallation({ shape: 'split', clock: { now: () => NOW } })
})
afterAll(() => at.stop())

/** How many refused calls each caller makes: more than get an entry of their own. */
const CALLS = LIMITS.callerRefusals + 100

/** Makes the calls, some at a time. @returns how many were answered `refused` */
async function flood(one: () => Promise<{ status: number }>, refused: number): Promise<number> {
  let count = 0
  for (let n = 0; n < CALLS; n += 50) {
    const answers = await Promise.all(Array.from({ length: 50 }, one))
    count += answers.filter(({ status }) => status === refused).length
  }
  return count
}

test('refused calls of a key, a person, a service client and an endpoint: beyond 600 a minute they are counted, not logged one by one', async () => {
  const { id: organization, admin, makeKey } = at.organization
  const slow = await makeKey({ rateLimit: 1 })
  const client = await makeMicroservice(at)
  const endpoint = await administration(at).make()
  const ledger = stub(at.urls.ledger!)
  const { getIncident } = IncidentService.method
  const ofClient = async () => {
    const { code } = await ledger.unary(getIncident, { id: 'x' }, { token: client.token, organization })
    return { status: code }
  }
  const refused = new Map([
    [slow.id, await flood(() => call(at.baseUrl, '/api/v1/assets', { key: slow.key }), 429)],
    [admin.id, await flood(() => rpc(at.baseUrl, 'no.such.Service/Call', { session: admin.session }), 404)],
    [client.id, await flood(ofClient, status.INVALID_ARGUMENT)],
    [endpoint.id, await flood(() => send(at.baseUrl, endpoint, '{'), 400)],
  ])
  ledger.close()
  await at.stop()
  for (const [actor, calls] of refused) {
    expect(calls).toBeGreaterThan(LIMITS.callerRefusals)
    const entries = await refusals(actor)
    expect(entries.reduce((sum, { details }) => sum + (details.calls ?? 1), 0)).toBe(calls)
    expect(entries).toHaveLength(LIMITS.callerRefusals + 1)
    expect(new Set(entries.map(({ organization_id }) => organization_id))).toEqual(new Set([organization]))
  }
})

/** The entries of an actor's refused calls. */
async function refusals(actor: string) {
  const text = `select entry from ledger.entries where entry::jsonb -> 'actor' ->> 'id' = $1
    and entry::jsonb ->> 'outcome' = 'refused'`
  const rows = await sql<{ entry: string }>(at.databaseUrl, text, [actor])
  return rows.map(({ entry }) => JSON.parse(entry))
}

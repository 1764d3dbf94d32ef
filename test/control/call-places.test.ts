import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { IncidentService } from '../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { ObligationService } from '../../proto/gen/attestry/ledger/v1/obligations_pb.ts'
import {
  Health,
  HealthCheckResponse_ServingStatus as Serving,
} from '../../proto/gen/grpc/health/v1/health_pb.ts'
import { MICROSERVICES, PEOPLE } from '../../services/kernel/concurrency/call-places.ts'
import { mintId } from '../../services/kernel/values/ids.ts'
import { attack } from '../exhaustion/support/sockets.ts'
import { makeMicroservice } from '../grpc/support/microservice.ts'
import { status, stub } from '../grpc/support/stub.ts'
import { cookieOf, rpc } from '../harness/control.ts'
import { sql } from '../harness/database.ts'
import { inTime } from '../harness/in-time.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import type { TestOrganization } from '../harness/organization.ts'
import { call } from '../harness/rest.ts'

const logged: string[] = []
const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) })

let at: TestInstallation
let other: TestOrganization
let third: TestOrganization
beforeAll(async () => {
  // Looking for reminders reads incidents too, and would be counted among the calls that wait.
  at = await bootInstallation({ shape: 'split', log, env: { ATTESTRY_NOTIFICATIONS: 'off' } })
  other = await at.another()
  third = await at.another()
})
afterAll(() => at.stop())

/** How long the server lets a statement wait, and a message take to arrive. */
const LIMIT_MS = 15_000

const GET_INCIDENT = 'attestry.ledger.v1.IncidentService/GetIncident'
const LIST_INCIDENTS = 'attestry.ledger.v1.IncidentService/ListIncidents'
const LIST_KEYS = 'attestry.ledger.v1.KeyService/ListKeys'
const ATTACH = 'attestry.ledger.v1.IncidentWorkService/AttachToIncident'
const GET_SETTINGS = 'attestry.ledger.v1.ObligationService/GetReportingSettings'

/** Runs while every read of an incident waits. */
async function whileIncidentsWait(run: (waiting: (calls: number) => Promise<void>) => Promise<void>) {
  const client = new pg.Client({ connectionString: at.databaseUrl })
  await client.connect()
  try {
    await client.query('begin; lock table ledger.incidents in access exclusive mode')
    await run((calls) =>
      expect
        .poll(
          async () => {
            const { rows } = await client.query(
              `select count(*)::int as calls from pg_locks where relation = 'ledger.incidents'::regclass and not granted`,
            )
            return rows[0].calls
          },
          // Statements that waited for longer have been ended: the part is done again (inTime).
          { timeout: LIMIT_MS },
        )
        .toBe(calls),
    )
  } finally {
    await client.end()
  }
}

test('calls of one session share its lookups, and leave the connections of the ledger to others', async () => {
  const { session } = at.organization.admin
  const client = new pg.Client({ connectionString: at.databaseUrl })
  await client.connect()
  try {
    await client.query('begin; lock table ledger.sessions in access exclusive mode')
    const calls = Array.from({ length: 30 }, () => rpc(at.baseUrl, GET_SETTINGS, { session }))
    expect((await call(at.baseUrl, '/api/v1/assets', { key: other.key })).status).toBe(200)
    const { rows } = await client.query(
      `select count(*)::int as lookups from pg_locks where relation = 'ledger.sessions'::regclass and not granted`,
    )
    expect(rows[0].lookups).toBe(1)
    await client.query('commit')
    expect(new Set((await Promise.all(calls)).map(({ status }) => status))).toEqual(new Set([200]))
  } finally {
    await client.end()
  }
})

test('calls of one service client share its lookups', async () => {
  const { token } = await makeMicroservice(at)
  const [ledger, organization] = [stub(at.urls.ledger!), at.organization.id]
  const { getReportingSettings } = ObligationService.method
  const ask = () => ledger.unary(getReportingSettings, {}, { token, organization })
  expect((await ask()).code).toBe(status.OK)
  const client = new pg.Client({ connectionString: at.databaseUrl })
  await client.connect()
  try {
    await client.query('begin; lock table ledger.service_clients in access exclusive mode')
    const calls = Array.from({ length: 30 }, ask)
    // The check asks the database after what came before it on the same connection.
    const checked = await ledger.unary(Health.method.check, {})
    expect(checked.message?.status).toBe(Serving.SERVING)
    const { rows } = await client.query(
      `select count(*)::int as lookups from pg_locks where relation = 'ledger.service_clients'::regclass and not granted`,
    )
    // One of the client, and one of the installation's own token.
    expect(rows[0].lookups).toBeLessThanOrEqual(2)
    await client.query('commit')
    expect(new Set((await Promise.all(calls)).map(({ code }) => code))).toEqual(new Set([status.OK]))
  } finally {
    await client.end()
    ledger.close()
  }
})

test('a person’s calls wait for each other, but do not delay those of another organization', () =>
  inTime(LIMIT_MS, async () => {
    const { session } = at.organization.admin
    const body = { id: mintId(new Date()) }
    const ended: string[] = []
    const calls: Promise<unknown>[] = []
    const send = (name: string, answer: Promise<{ status: number }>) =>
      calls.push(answer.then(({ status }) => ended.push(`${name} ${status}`)))
    await whileIncidentsWait(async (waiting) => {
      for (let n = 0; n < PEOPLE.caller; n++) send('slow', rpc(at.baseUrl, GET_INCIDENT, { session, body }))
      await waiting(PEOPLE.caller)
      send('next', rpc(at.baseUrl, GET_SETTINGS, { session }))
      for (let n = 0; n < 3; n++)
        expect((await rpc(at.baseUrl, GET_SETTINGS, { session: other.admin.session })).status).toBe(200)
      expect(ended).toEqual([])
    })
    await Promise.all(calls)
    expect(ended.toSorted()).toEqual(['next 200', ...new Array(PEOPLE.caller).fill('slow 404')])
  }))

test('a list call takes no place of lists while other calls of its caller wait', () =>
  inTime(LIMIT_MS, async () => {
    const calls: Promise<{ status: number }>[] = []
    const lists: Promise<{ status: number }>[] = []
    await whileIncidentsWait(async (waiting) => {
      for (const { admin } of [at.organization, other]) {
        const { session } = admin
        const body = { id: mintId(new Date()) }
        for (let n = 0; n < PEOPLE.caller; n++) calls.push(rpc(at.baseUrl, GET_INCIDENT, { session, body }))
      }
      await waiting(2 * PEOPLE.caller)
      for (const { admin } of [at.organization, other])
        for (let n = 0; n < 2; n++) lists.push(rpc(at.baseUrl, LIST_KEYS, { session: admin.session }))
      // They are answered beside the calls, and nobody's list waits for them.
      expect((await Promise.all(lists)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
      expect((await call(at.baseUrl, '/api/v1/assets', { key: third.key })).status).toBe(200)
    })
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(new Array(8).fill(404))
  }))

test('calls whose client left while they waited are recorded as client_closed_request, not logged as failures', () =>
  inTime(LIMIT_MS, async () => {
    const { id: organization, admin } = await at.another()
    const body = JSON.stringify({ id: mintId(new Date()) })
    const request = [
      `POST /api/control/${GET_INCIDENT} HTTP/1.1`,
      ...['Host: attestry.test', 'Content-Type: application/json', `Content-Length: ${body.length}`],
      ...[`Cookie: ${cookieOf(admin.session)}`, 'Origin: http://attestry.test', '', body],
    ].join('\r\n')
    await whileIncidentsWait(async (waiting) => {
      const clients = Array.from({ length: PEOPLE.caller }, () =>
        attack(at.baseUrl, request, { reads: true }),
      )
      await waiting(PEOPLE.caller)
      // A client that only ends its side still gets its answer.
      for (const { socket } of await Promise.all(clients)) socket.resetAndDestroy()
      const text = `select entry::jsonb ->> 'outcome' as outcome, entry::jsonb ->> 'code' as code from ledger.entries
        where org_id = $1 and entry::jsonb ->> 'operation' = 'getIncident'`
      await expect
        .poll(() => sql(at.databaseUrl, text, [organization]))
        .toEqual(new Array(PEOPLE.caller).fill({ outcome: 'refused', code: 'client_closed_request' }))
    })
    expect(logged).toEqual([])
  }))

test('a microservice’s calls wait for each other, but do not delay those of another one', () =>
  inTime(LIMIT_MS, async () => {
    const busy = await makeMicroservice(at)
    const calm = await makeMicroservice(at, { organizationIds: [other.id] })
    const [mine, theirs] = [stub(at.urls.ledger!), stub(at.urls.ledger!)]
    const asBusy = { token: busy.token, organization: at.organization.id }
    const { getReportingSettings } = ObligationService.method
    const ended: string[] = []
    const calls: Promise<unknown>[] = []
    await whileIncidentsWait(async (waiting) => {
      for (let n = 0; n < MICROSERVICES.callerOrganization; n++)
        calls.push(
          mine
            .unary(IncidentService.method.getIncident, { id: mintId(new Date()) }, asBusy)
            .then(({ code }) => ended.push(`slow ${code}`)),
        )
      await waiting(MICROSERVICES.callerOrganization)
      calls.push(mine.unary(getReportingSettings, {}, asBusy).then(({ code }) => ended.push(`next ${code}`)))
      for (let n = 0; n < 3; n++) {
        const answer = await theirs.unary(
          getReportingSettings,
          {},
          { token: calm.token, organization: other.id },
        )
        expect(answer.code).toBe(status.OK)
      }
      expect(ended).toEqual([])
    })
    await Promise.all(calls)
    expect(ended.toSorted()).toEqual([
      `next ${status.OK}`,
      ...new Array(MICROSERVICES.callerOrganization).fill(`slow ${status.NOT_FOUND}`),
    ])
    mine.close()
    theirs.close()
  }))

test('a list request whose message does not arrive takes no place of lists', () =>
  inTime(LIMIT_MS, async () => {
    const slow = await Promise.all(
      [at.organization, other].flatMap(({ admin }) =>
        Array.from({ length: 2 }, () =>
          attack(
            at.baseUrl,
            [
              `POST /api/control/${LIST_INCIDENTS} HTTP/1.1`,
              ...['Host: attestry.test', 'Content-Type: application/json', 'Content-Length: 10'],
              ...[`Cookie: ${cookieOf(admin.session)}`, 'Origin: http://attestry.test', '', '{'],
            ].join('\r\n'),
            { reads: true },
          ),
        ),
      ),
    )
    // Together: the message that does not arrive is refused after 15 s.
    const listed = Array.from({ length: 3 }, () =>
      rpc(at.baseUrl, LIST_INCIDENTS, { session: third.admin.session }),
    )
    for (const { status } of await Promise.all(listed)) expect(status).toBe(200)
    expect(slow.map(({ received }) => received())).toEqual(['', '', '', ''])
    for (const { socket } of slow) socket.destroy()
  }))

test('of large messages an organization has one under way, and all have two; small calls do not wait for them', () =>
  inTime(LIMIT_MS, async () => {
    const body = { id: mintId(new Date()), name: 'a', content: Buffer.alloc(1024 * 1024).toString('base64') }
    const calls: Promise<number>[] = []
    const attach = ({ admin: { session } }: TestOrganization): void => {
      calls.push(rpc(at.baseUrl, ATTACH, { session, body }).then(({ status }) => status))
    }
    const small = async ({ admin: { session } }: TestOrganization): Promise<void> => {
      expect((await rpc(at.baseUrl, GET_SETTINGS, { session })).status).toBe(200)
    }
    await whileIncidentsWait(async (waiting) => {
      for (let n = 0; n < 3; n++) attach(at.organization)
      await waiting(1)
      for (let n = 0; n < 3; n++) await small(at.organization)
      await waiting(1)
      for (const one of [other, third]) attach(one)
      await waiting(2)
      for (let n = 0; n < 3; n++) await small(third)
      await waiting(2)
    })
    expect(await Promise.all(calls)).toEqual(Array(5).fill(404))
  }))

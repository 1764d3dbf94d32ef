import { once } from 'node:events'
import http2 from 'node:http2'
import { text } from 'node:stream/consumers'
import { createClient } from '@connectrpc/connect'
import { createConnectTransport } from '@connectrpc/connect-node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CallBatchService } from '../../proto/gen/attestry/common/v1/call_batch_pb.ts'
import { sql } from '../harness/database.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import type { TestOrganization } from '../harness/organization.ts'
import { type Answer, call } from '../harness/rest.ts'
import { entriesBy, makeMicroservice, unauthorizedEntries } from './support/microservice.ts'

let at: TestInstallation
let others: TestOrganization
beforeAll(async () => {
  at = await bootInstallation({ shape: 'split' })
  others = await at.another()
})
afterAll(() => at.stop())

const create = (organization: TestOrganization, title: string, headers = {}): Promise<Answer> =>
  call(at.baseUrl, '/api/v1/incidents', { key: organization.key, body: { title, severity: 'low' }, headers })

test('calls of two organizations in one batch are answered, logged and isolated as separate calls', async () => {
  const { organization } = at
  const mine = (await create(organization, 'mine')).body.id as string
  const theirs = (await create(others, 'theirs')).body.id as string
  const rounds = Array.from({ length: 10 }, (_, n) => n)
  const [created, read, foreign, wrong] = await Promise.all([
    Promise.all(rounds.map((n) => create(n % 2 === 0 ? organization : others, `round ${n}`))),
    Promise.all(rounds.map(() => call(at.baseUrl, `/api/v1/incidents/${mine}`, { key: organization.key }))),
    Promise.all(rounds.map(() => call(at.baseUrl, `/api/v1/incidents/${theirs}`, { key: organization.key }))),
    Promise.all(rounds.map(() => call(at.baseUrl, '/api/v1/incidents', { key: others.key, body: {} }))),
  ])
  expect(created.map(({ status }) => status)).toEqual(rounds.map(() => 201))
  expect(read.map(({ status, body }) => [status, body.id])).toEqual(rounds.map(() => [200, mine]))
  expect(foreign.map(({ status, body }) => [status, body.error.code])).toEqual(
    rounds.map(() => [404, 'not_found']),
  )
  expect(wrong.map(({ status }) => status)).toEqual(rounds.map(() => 400))
  for (const [n, answer] of created.entries())
    expect(await entriesOf(answer)).toMatchObject([
      {
        organization_id: n % 2 === 0 ? organization.id : others.id,
        operation: 'createIncident',
        outcome: 'ok',
        receipts: [{ type: 'incidents', count: 1 }],
      },
    ])
  const expected = { organization_id: organization.id, operation: 'getIncident', receipts: [] }
  for (const answer of read) expect(await entriesOf(answer)).toMatchObject([{ ...expected, outcome: 'ok' }])
  for (const answer of foreign)
    expect(await entriesOf(answer)).toMatchObject([{ ...expected, outcome: 'refused', code: 'not_found' }])
  for (const answer of wrong)
    expect(await entriesOf(answer)).toMatchObject([
      { organization_id: others.id, outcome: 'refused', code: 'validation_error' },
    ])
})

test('of calls in one batch with the same idempotency key, one creates and all get its answer', async () => {
  const headers = { 'idempotency-key': 'together' }
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => create(at.organization, 'once', headers)),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
  expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true').length).toBe(11)
})

test('batches of other service clients are refused and logged, and nothing is done', async () => {
  const { organization } = at
  const payroll = await makeMicroservice(at, { name: 'batches' })
  const client = createClient(
    CallBatchService,
    createConnectTransport({
      baseUrl: at.urls.ledger!,
      httpVersion: '2',
      interceptors: [
        (next) => (request) => {
          request.header.set('authorization', `Bearer ${payroll.token}`)
          request.header.set('attestry-organization', organization.id)
          return next(request)
        },
      ],
    }),
  )
  async function* batch() {
    yield { calls: [{ id: 1, method: 'attestry.ledger.v1.IncidentService/ListIncidents' }] }
  }
  const answers: unknown[] = []
  const exchanged = (async () => {
    for await (const response of client.exchangeCalls(batch())) answers.push(...response.answers)
  })()
  await expect(exchanged).rejects.toMatchObject({ rawMessage: 'this call is internal' })
  expect(answers).toEqual([])
  expect(await entriesBy(at, payroll.id)).toMatchObject([
    { operation: 'exchangeCalls', outcome: 'refused', code: 'forbidden', receipts: [] },
  ])
})

test('a batch stream without a valid credential is refused unread, and logged', async () => {
  const before = await unauthorizedEntries(at)
  const session = http2.connect(at.urls.ledger!)
  const stream = session.request({
    ':method': 'POST',
    ':path': `/${CallBatchService.typeName}/ExchangeCalls`,
    'content-type': 'application/connect+proto',
    authorization: 'Bearer atc_unknown',
  })
  // Not a byte of a message is sent: the answer does not wait for one.
  await once(stream, 'response')
  expect(await text(stream)).toContain('"code":"unauthenticated"')
  session.destroy()
  expect(await unauthorizedEntries(at)).toBe(before + 1)
})

/** The audit entries of the call that was answered so. */
async function entriesOf({ headers }: Answer) {
  const rows = await sql<{ entry: string }>(
    at.databaseUrl,
    'select entry from ledger.entries where id = $1',
    [headers.get('x-request-id')],
  )
  return rows.map(({ entry }) => JSON.parse(entry))
}

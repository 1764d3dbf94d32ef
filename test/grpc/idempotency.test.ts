import { afterAll, beforeAll, expect, test } from 'vitest'
import { AgentRunService } from '../../proto/gen/attestry/ingestion/v1/agent_runs_pb.ts'
import { IncidentService, Severity } from '../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { mintId } from '../../services/kernel/values/ids.ts'
import { timestamp } from '../../services/kernel/values/time.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { entriesBy, type Microservice, makeMicroservice } from './support/microservice.ts'
import { type Ended, status, stub } from './support/stub.ts'

const { createIncident, listIncidents } = IncidentService.method
const { submitRuns } = AgentRunService.method
const NEW = { title: 'From a microservice', severity: Severity.HIGH }

let at: TestInstallation
let ledger: ReturnType<typeof stub>
let ingestion: ReturnType<typeof stub>
beforeAll(async () => {
  at = await bootInstallation({ shape: 'split' })
  ledger = stub(at.urls.ledger!)
  ingestion = stub(at.urls.ingestion!)
})
afterAll(async () => {
  ledger.close()
  ingestion.close()
  await at.stop()
})

const keyed = ({ token }: Microservice, key: string, organization = at.organization.id) => ({
  token,
  organization,
  metadata: { 'idempotency-key': key },
})
const isReplay = ({ metadata }: Pick<Ended<never>, 'metadata'>): boolean =>
  metadata.get('idempotent-replayed')[0] === 'true'

test('the same gRPC message with its key gets the first answer, marked, and an entry that names the first', async () => {
  const service = await makeMicroservice(at, { name: 'retrying' })
  const first = await ledger.unary(createIncident, NEW, keyed(service, 'once'))
  expect([first.code, isReplay(first)]).toEqual([status.OK, false])
  const again = await ledger.unary(createIncident, NEW, keyed(service, 'once'))
  expect([again.code, isReplay(again)]).toEqual([status.OK, true])
  expect(again.message).toEqual(first.message)
  const entries = await entriesBy(at, service.id)
  expect(entries).toMatchObject([
    { operation: 'createIncident', outcome: 'ok', receipts: [{ type: 'incidents', count: 1 }] },
    {
      operation: 'createIncident',
      outcome: 'ok',
      receipts: [],
      details: { replay_of: entries[0].id, replayed: entries[0].details.answer },
    },
  ])
})

test('of many simultaneous gRPC calls with one key, one writes and all get its answer', async () => {
  const service = await makeMicroservice(at, { name: 'eager' })
  const calls = Array.from({ length: 16 }, () => ledger.unary(createIncident, NEW, keyed(service, 'once')))
  const ended = await Promise.all(calls)
  expect(ended.filter((one) => !isReplay(one))).toHaveLength(1)
  expect(new Set(ended.map(({ message }) => message?.incident?.id)).size).toBe(1)
  const entries = await entriesBy(at, service.id)
  expect(entries.filter(({ receipts }) => receipts.length > 0)).toHaveLength(1)
  expect(entries).toHaveLength(16)
})

test('another gRPC message with a used key is INVALID_ARGUMENT and logged, and the first answer stays', async () => {
  const service = await makeMicroservice(at, { name: 'confused' })
  const first = await ledger.unary(createIncident, NEW, keyed(service, 'once'))
  const other = await ledger.unary(createIncident, { ...NEW, title: 'Another' }, keyed(service, 'once'))
  expect(other.code).toBe(status.INVALID_ARGUMENT)
  expect(other.details).toContain('was used for another request within the last 24 hours')
  const again = await ledger.unary(createIncident, NEW, keyed(service, 'once'))
  expect(again.message).toEqual(first.message)
  const outcomes = (await entriesBy(at, service.id)).map(({ outcome, code }) => [outcome, code])
  expect(outcomes).toEqual([
    ['ok', null],
    ['refused', 'validation_error'],
    ['ok', null],
  ])
})

test('an idempotency key belongs to one service client, one organization and one RPC', async () => {
  const other = await at.another()
  const both = await makeMicroservice(at, { organizationIds: [], services: ['ledger', 'ingestion'] })
  const second = await makeMicroservice(at)
  const run = { agentIdentity: 'helpdesk', runRef: mintId(new Date()), startedAt: timestamp(new Date()) }
  const ended = [
    await ledger.unary(createIncident, NEW, keyed(both, 'shared')),
    await ledger.unary(createIncident, NEW, keyed(both, 'shared', other.id)),
    await ledger.unary(createIncident, NEW, keyed(second, 'shared')),
    await ingestion.unary(submitRuns, { runs: [run] }, keyed(both, 'shared')),
  ]
  expect(ended.map((one) => [one.code, isReplay(one)])).toEqual(ended.map(() => [status.OK, false]))
  const again = await ingestion.unary(submitRuns, { runs: [run] }, keyed(both, 'shared'))
  expect([again.message, isReplay(again)]).toEqual([ended[3]!.message, true])
})

test('a malformed idempotency key is refused for a write, and ignored for a read', async () => {
  const service = await makeMicroservice(at)
  for (const key of ['', 'a b', 'k'.repeat(256)]) {
    const ended = await ledger.unary(createIncident, NEW, keyed(service, key))
    expect([key, ended.code]).toEqual([key, status.INVALID_ARGUMENT])
  }
  expect((await ledger.unary(listIncidents, {}, keyed(service, 'a b'))).code).toBe(status.OK)
})

test('a revoked service client gets no replay', async () => {
  const service = await makeMicroservice(at)
  expect((await ledger.unary(createIncident, NEW, keyed(service, 'once'))).code).toBe(status.OK)
  await service.revoke()
  const ended = await ledger.unary(createIncident, NEW, keyed(service, 'once'))
  expect(ended.code).toBe(status.UNAUTHENTICATED)
})

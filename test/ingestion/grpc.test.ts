import http2 from 'node:http2'
import {
  create,
  type DescMethodUnary,
  fromBinary,
  type MessageInitShape,
  type MessageShape,
  toBinary,
} from '@bufbuild/protobuf'
import { createClient } from '@connectrpc/connect'
import { findTrailerError } from '@connectrpc/connect/protocol-grpc'
import { Client, credentials, Metadata, type ServiceError, status } from '@grpc/grpc-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sessionCaller } from '../../gateway/cli/calls/session-caller.ts'
import { type ErrorDetail, ErrorDetailSchema, Reason } from '../../proto/gen/attestry/common/v1/error_pb.ts'
import { SystemService } from '../../proto/gen/attestry/gate/v1/systems_pb.ts'
import { AgentRunService, EventType } from '../../proto/gen/attestry/ingestion/v1/agent_runs_pb.ts'
import { EvaluationService } from '../../proto/gen/attestry/ingestion/v1/evaluations_pb.ts'
import { ClientService } from '../../proto/gen/attestry/ledger/v1/clients_pb.ts'
import { systemClock } from '../../services/kernel/clock.ts'
import { sha256Hex } from '../../services/kernel/crypto/digest.ts'
import { as, operatorCaller } from '../../services/kernel/identity/caller.ts'
import { timestampOf } from '../../services/kernel/values/time.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { idsOf, type Tenant, tenantOf } from './support.ts'

let at: TestInstallation
let tenant: Tenant
let token: string
let ingestion: Client
let gate: Client
beforeAll(async () => {
  at = await bootInstallation({ shape: 'split' })
  tenant = tenantOf(at)
  token = await makeClient('telemetry-forwarder', ['ingestion'])
  ingestion = channel('ingestion')
  gate = channel('gate')
})
afterAll(async () => {
  ingestion.close()
  gate.close()
  await at.stop()
})

const instant = timestampOf('2026-03-01T10:00:00.000Z')
const { submitRuns, submitRunEvents, listRuns } = AgentRunService.method
const { submitEvaluations } = EvaluationService.method

test('a microservice submits runs and events over gRPC, and the log names it as the caller', async () => {
  const [run] = (
    await rpc(ingestion, submitRuns, {
      runs: [{ agentIdentity: 'bot', runRef: 'grpc-1', startedAt: instant }],
    })
  ).runs
  const { events } = await rpc(ingestion, submitRunEvents, {
    runId: run!.id,
    events: [
      {
        seq: 1n,
        eventType: EventType.TOOL_CALL,
        toolName: 'search',
        occurredAt: instant,
        payload: { q: 'x', n: [1, null] },
      },
      { seq: 2n, eventType: EventType.APPROVAL, occurredAt: instant },
    ],
  })
  expect(events).toHaveLength(2)
  const listed = await rpc(ingestion, listRuns, {})
  expect(listed.runs).toMatchObject([{ id: run!.id, runRef: 'grpc-1' }])
  const entries = await ownEntries()
  expect(entries).toMatchObject([
    { operation: 'submitRuns', outcome: 'ok', receipts: [{ type: 'agent-runs' }, { type: 'findings' }] },
    { operation: 'submitRunEvents', outcome: 'ok', receipts: [{ type: 'agent-events', count: 2 }] },
    { operation: 'listRuns', outcome: 'ok', receipts: [] },
  ])
  for (const { actor, via, organization_id } of entries) {
    expect(actor).toMatchObject({ kind: 'service_client', name: 'telemetry-forwarder' })
    expect([via, organization_id]).toEqual(['grpc', tenant.organization.id])
  }
})

test('member names of a payload are stored and shown as they were sent, over Connect JSON and REST', async () => {
  const session = http2.connect(at.urls.ingestion!)
  const headers = {
    ...{ ':method': 'POST', 'content-type': 'application/json', authorization: `Bearer ${token}` },
    'attestry-organization': tenant.organization.id,
  }
  const overJson = async (method: string, body: string): Promise<unknown> => {
    const path = `/attestry.ingestion.v1.AgentRunService/${method}`
    const stream = session.request({ ...headers, ':path': path })
    stream.end(body)
    return JSON.parse(Buffer.concat(await stream.toArray()).toString())
  }
  try {
    const sent = [
      { '': 1, '\\': 0 },
      { '': 1, '\n': 2 },
      { '': 1, '"': 3 },
    ]
    const report = { agent_identity: 'bot', run_ref: 'names', started_at: '2026-03-01T10:00:00Z' }
    const runId = idsOf(await tenant.rest('/agent-runs', report))[0]!
    const event = { event_type: 'approval', occurred_at: '2026-03-01T10:00:00Z' }
    const ofRest = sent.map((payload, i) => ({ ...event, seq: i + 1, payload }))
    expect((await tenant.rest(`/agent-runs/${runId}/events`, { events: ofRest })).status).toBe(201)
    const ofJson = sent.map((payload, i) => ({
      ...{ seq: i + 4, eventType: 'EVENT_TYPE_APPROVAL', occurredAt: event.occurred_at },
      payload,
    }))
    for (const one of ofJson)
      expect(await overJson('SubmitRunEvents', JSON.stringify({ runId, events: [one] }))).toMatchObject({
        events: [{}],
      })
    const asAdmin = sessionCaller('listRunEvents', tenant.organization.admin.session, systemClock)
    const runs = createClient(AgentRunService, at.composition.transports.ingestion)
    const { events } = await runs.listRunEvents({ runId }, asAdmin)
    const texts = [...sent, ...sent].map((payload) => JSON.stringify(payload))
    expect(events.map(({ payload }) => payload)).toEqual(texts)
    expect(events.map(({ event }) => event!.payloadHash)).toEqual(texts.map((text) => sha256Hex(text)))
  } finally {
    session.close()
  }
})

test('a refusal over gRPC has a code, and is logged as refused', async () => {
  await rpc(ingestion, submitRuns, { runs: [{ agentIdentity: 'bot', runRef: 'twice', startedAt: instant }] })
  const again = { runs: [{ agentIdentity: 'bot', runRef: 'twice', startedAt: instant }] }
  await expect(rpc(ingestion, submitRuns, again)).rejects.toMatchObject({ code: status.INVALID_ARGUMENT })
  await expect(rpc(ingestion, submitRuns, { runs: [] })).rejects.toMatchObject({
    code: status.INVALID_ARGUMENT,
  })
  expect((await ownEntries()).slice(-2)).toMatchObject([
    { operation: 'submitRuns', outcome: 'refused', code: 'validation_error', receipts: [] },
    { operation: 'submitRuns', outcome: 'refused', code: 'validation_error', receipts: [] },
  ])
})

test('the largest batch of duplicates is refused over gRPC with as many of them as a trailer holds', async () => {
  const report = { agentIdentity: 'bot', runRef: 'many events', startedAt: instant }
  const [run] = (await rpc(ingestion, submitRuns, { runs: [report] })).runs
  const events = Array.from({ length: 500 }, (_, i) => ({
    seq: BigInt(Number.MAX_SAFE_INTEGER - i),
    eventType: EventType.APPROVAL,
    occurredAt: instant,
  }))
  const stored = await rpc(ingestion, submitRunEvents, { runId: run!.id, events })
  const error: ServiceError = await rpc(ingestion, submitRunEvents, { runId: run!.id, events }).then(
    () => expect.unreachable(),
    (refusal) => refusal,
  )
  expect(error.code).toBe(status.INVALID_ARGUMENT)
  const { reason, details } = detailOf(error)
  expect(reason).toBe(Reason.VALIDATION)
  expect(details).toMatchObject({ truncated: true })
  const { duplicates } = details as { duplicates: unknown[] }
  expect(duplicates.length).toBeGreaterThan(10)
  expect(duplicates[0]).toEqual({ index: 0, seq: Number.MAX_SAFE_INTEGER, id: stored.events[0]!.id })
})

test('NaN, infinite and missing values are refused over gRPC, and nothing is stored', async () => {
  const aiSystemId = await tenant.system('Assistant')
  const good = { aiSystemId, source: 's', evalType: 'accuracy', metricName: 'f1', evaluatedAt: instant }
  const before = await count()
  for (const bad of [
    { metricValue: Number.NaN, passed: true },
    { metricValue: Number.POSITIVE_INFINITY, passed: true },
    { metricValue: Number.NEGATIVE_INFINITY, passed: true },
    { metricValue: 1, passed: true, threshold: Number.NaN },
    { metricValue: 1 },
    { passed: true },
    { metricValue: 1, passed: true, metricName: 'nul \0' },
    { metricValue: 1, passed: true, payload: { text: 'nul \0' } },
  ]) {
    await expect(
      rpc(ingestion, submitEvaluations, { evaluations: [{ ...good, ...bad }] }),
    ).rejects.toMatchObject({ code: status.INVALID_ARGUMENT })
  }
  expect(await count()).toBe(before)
  const { evaluations } = await rpc(ingestion, submitEvaluations, {
    evaluations: [{ ...good, metricValue: 0.5, passed: true }],
  })
  expect(evaluations).toMatchObject([{ aiSystemId, aiSystemName: 'Assistant', metricValue: 0.5 }])
  await tenant.suite(aiSystemId, 'release', 'recall:accuracy:gte:0.8')
  const { warnings } = await rpc(ingestion, submitEvaluations, {
    evaluations: [{ ...good, metricValue: 0.5, passed: true, evalSuite: 'release' }],
  })
  expect(warnings).toMatchObject([{ index: 0, code: 'metric_not_in_suite' }])
})

test('a microservice calls only the services and organizations that it was created for', async () => {
  const { listSystems, createSystem } = SystemService.method
  await expect(rpc(gate, listSystems, {})).rejects.toMatchObject({ code: status.PERMISSION_DENIED })
  const both = await makeClient('both', ['ingestion', 'gate'])
  expect((await rpc(gate, listSystems, {}, { token: both })).systems.length).toBeGreaterThanOrEqual(0)
  await expect(rpc(gate, createSystem, { name: 'Mine' }, { token: both })).rejects.toMatchObject({
    code: status.PERMISSION_DENIED,
  })
  const other = await at.another()
  await expect(rpc(ingestion, listRuns, {}, { organization: other.id })).rejects.toMatchObject({
    code: status.PERMISSION_DENIED,
  })
  for (const wrong of [{ token: 'atc_wrong' }, { token: '' }]) {
    await expect(rpc(ingestion, listRuns, {}, wrong)).rejects.toMatchObject({ code: status.UNAUTHENTICATED })
  }
  await expect(rpc(ingestion, listRuns, {}, { organization: '' })).rejects.toMatchObject({
    code: status.INVALID_ARGUMENT,
  })
})

async function makeClient(name: string, services: string[]): Promise<string> {
  const clients = createClient(ClientService, at.composition.transports.ledger)
  const made = await clients.createClient(
    { name, services, organizationIds: [tenant.organization.id] },
    as(operatorCaller('createClient', systemClock.now())),
  )
  return made.token
}

function channel(service: string): Client {
  return new Client(new URL(at.urls[service]!).host, credentials.createInsecure())
}

/** A unary call as any gRPC client makes it. */
function rpc<M extends DescMethodUnary>(
  client: Client,
  method: M,
  request: MessageInitShape<M['input']>,
  more: { token?: string; organization?: string } = {},
): Promise<MessageShape<M['output']>> {
  const metadata = new Metadata()
  const credential = more.token ?? token
  if (credential !== '') metadata.set('authorization', `Bearer ${credential}`)
  const organization = more.organization ?? tenant.organization.id
  if (organization !== '') metadata.set('attestry-organization', organization)
  return new Promise((resolve, reject) => {
    client.makeUnaryRequest(
      `/${method.parent.typeName}/${method.name}`,
      (message: MessageShape<M['input']>) => Buffer.from(toBinary(method.input, message)),
      (bytes: Buffer) => fromBinary(method.output, bytes) as MessageShape<M['output']>,
      create(method.input, request) as MessageShape<M['input']>,
      metadata,
      (error, response) => (error === null ? resolve(response!) : reject(error)),
    )
  })
}

/** The typed detail of an error, from its trailers. */
function detailOf({ metadata }: ServiceError): ErrorDetail {
  const bin = metadata.get('grpc-status-details-bin')[0] as Buffer
  const trailers = new Headers({ 'grpc-status': '3', 'grpc-status-details-bin': bin.toString('base64') })
  return findTrailerError(trailers)!.findDetails(ErrorDetailSchema)[0]!
}

async function ownEntries() {
  const rows = await tenant.sql<{ entry: string }>(
    'select entry from ledger.entries where org_id = $1 order by id',
    [tenant.organization.id],
  )
  return rows
    .map(({ entry }) => JSON.parse(entry))
    .filter(({ actor }) => actor.name === 'telemetry-forwarder')
}

async function count(): Promise<string> {
  return (await tenant.sql<{ n: string }>('select count(*) as n from ingestion.evaluations'))[0]!.n
}

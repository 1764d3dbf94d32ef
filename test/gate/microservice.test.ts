import { createClient } from '@connectrpc/connect'
import { status } from '@grpc/grpc-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sessionCaller } from '../../gateway/cli/calls/session-caller.ts'
import { CertificationService } from '../../proto/gen/attestry/gate/v1/certifications_pb.ts'
import { BlockReason, GateService, Verdict } from '../../proto/gen/attestry/gate/v1/gate_pb.ts'
import { AgentRunService, EventType } from '../../proto/gen/attestry/ingestion/v1/agent_runs_pb.ts'
import { ClientService } from '../../proto/gen/attestry/ledger/v1/clients_pb.ts'
import { IncidentService } from '../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { systemClock } from '../../services/kernel/clock.ts'
import { as, operatorCaller } from '../../services/kernel/identity/caller.ts'
import { timestampOf } from '../../services/kernel/values/time.ts'
import { sql } from '../harness/database.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { grpcClient } from './grpc-client.ts'
import { clientsOf } from './stage.ts'

let at: TestInstallation
let token: string
let systemId: string
const open: { close(): void }[] = []
beforeAll(async () => {
  at = await bootInstallation({ shape: 'split' })
  const clients = createClient(ClientService, at.composition.transports.ledger)
  const made = await clients.createClient(
    { name: 'release-bot', services: ['gate', 'ingestion'], organizationIds: [at.organization.id] },
    as(operatorCaller('createClient', systemClock.now())),
  )
  token = made.token
  const { systems, profiles } = clientsOf(at.composition.transports)
  const person = (operation: string) => sessionCaller(operation, at.organization.admin.session, systemClock)
  systemId = (await systems.createSystem({ name: 'demo' }, person('createSystem'))).system!.id
  const versions = { modelName: 'gpt-x', modelVersion: '1', promptVersion: 'p0' }
  await profiles.createProfile(
    { aiSystemId: systemId, agentIdentity: 'bot', tools: ['search'], ...versions },
    person('createProfile'),
  )
})
afterAll(async () => {
  for (const client of open) client.close()
  await at.stop()
})

function reach(service: string, headers: { [name: string]: string } = {}) {
  const client = grpcClient(at.urls[service]!, {
    authorization: `Bearer ${token}`,
    'attestry-organization': at.organization.id,
    ...headers,
  })
  open.push(client)
  return client
}

const codeOf = (work: Promise<unknown>): Promise<number> =>
  work.then(
    () => status.OK,
    (error: { code: number }) => error.code,
  )

test('a microservice submits a run and events and asks the gate, and the log names it as the caller', async () => {
  const at1 = timestampOf('2026-01-02T03:04:05.000Z')
  const ingestion = reach('ingestion')
  const { runs } = await ingestion.call(AgentRunService.method.submitRuns, {
    runs: [{ agentIdentity: 'bot', runRef: 'grpc-1', startedAt: at1 }],
  })
  const { events } = await ingestion.call(AgentRunService.method.submitRunEvents, {
    runId: runs[0]!.id,
    events: [{ seq: 0n, eventType: EventType.TOOL_CALL, toolName: 'shell', occurredAt: at1 }],
  })
  expect(events).toHaveLength(1)
  const { decision } = await reach('gate').call(GateService.method.queryGate, { aiSystemId: systemId })
  expect(decision).toMatchObject({
    decision: Verdict.BLOCK,
    reasons: [BlockReason.SUITE_MISSING, BlockReason.OPEN_DRIFT_TRIGGER],
  })
  const entries = await sql<{ entry: string }>(
    at.databaseUrl,
    `select entry from ledger.entries where org_id = '${at.organization.id}' order by id desc limit 3`,
  )
  expect(entries.map(({ entry }) => JSON.parse(entry))).toMatchObject(
    ['queryGate', 'submitRunEvents', 'submitRuns'].map((operation) => ({
      operation,
      outcome: 'ok',
      via: 'grpc',
      actor: { kind: 'service_client', name: 'release-bot' },
    })),
  )
})

test('a call that a microservice may not make is refused, and the refusal is logged under its name', async () => {
  const gate = reach('gate')
  expect(await codeOf(gate.call(CertificationService.method.certify, { aiSystemId: systemId }))).toBe(
    status.PERMISSION_DENIED,
  )
  const [entry] = await sql<{ entry: string }>(
    at.databaseUrl,
    `select entry from ledger.entries where org_id = '${at.organization.id}' order by id desc limit 1`,
  )
  expect(JSON.parse(entry!.entry)).toMatchObject({
    operation: 'certify',
    outcome: 'refused',
    code: 'forbidden',
    actor: { kind: 'service_client', name: 'release-bot' },
  })
  const ledger = reach('ledger')
  expect(await codeOf(ledger.call(IncidentService.method.listIncidents, {}))).toBe(status.PERMISSION_DENIED)
})

test('a microservice is refused for organizations it was not given, and without its token', async () => {
  const other = await at.another()
  const elsewhere = reach('gate', { 'attestry-organization': other.id })
  const ask = { aiSystemId: systemId }
  expect(await codeOf(elsewhere.call(GateService.method.queryGate, ask))).toBe(status.PERMISSION_DENIED)
  const unauthenticated = reach('gate', { authorization: 'Bearer atc_unknown' })
  expect(await codeOf(unauthenticated.call(GateService.method.queryGate, ask))).toBe(status.UNAUTHENTICATED)
})

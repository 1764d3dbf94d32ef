import { create, type DescMethodUnary } from '@bufbuild/protobuf'
import { createClient, type Transport } from '@connectrpc/connect'
import { createConnectTransport, createGrpcTransport, createGrpcWebTransport } from '@connectrpc/connect-node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ActorKind, ActorSchema, CallerSchema, Via } from '../../proto/gen/attestry/common/v1/caller_pb.ts'
import { AdmissionService } from '../../proto/gen/attestry/ledger/v1/admission_pb.ts'
import { AssetService } from '../../proto/gen/attestry/ledger/v1/assets_pb.ts'
import { AuditService } from '../../proto/gen/attestry/ledger/v1/audit_pb.ts'
import { ClientService } from '../../proto/gen/attestry/ledger/v1/clients_pb.ts'
import { DirectoryService } from '../../proto/gen/attestry/ledger/v1/directory_pb.ts'
import { IncidentService, Severity } from '../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { KeyService } from '../../proto/gen/attestry/ledger/v1/keys_pb.ts'
import { OrganizationService } from '../../proto/gen/attestry/ledger/v1/organizations_pb.ts'
import { SessionService } from '../../proto/gen/attestry/ledger/v1/sessions_pb.ts'
import { SupplierService } from '../../proto/gen/attestry/ledger/v1/suppliers_pb.ts'
import { UserService } from '../../proto/gen/attestry/ledger/v1/users_pb.ts'
import { encodeCaller } from '../../services/kernel/identity/caller.ts'
import { INSTALLATION_ID, mintId } from '../../services/kernel/values/ids.ts'
import { sql } from '../harness/database.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { entriesBy, type Microservice, makeMicroservice } from './support/microservice.ts'
import { status, stub } from './support/stub.ts'

const { createIncident, getIncident, listIncidents } = IncidentService.method
const NEW = { title: 'From a microservice', severity: Severity.HIGH }

let at: TestInstallation
let payroll: Microservice
let ledger: ReturnType<typeof stub>
beforeAll(async () => {
  at = await bootInstallation({ shape: 'split' })
  payroll = await makeMicroservice(at)
  ledger = stub(at.urls.ledger!)
})
afterAll(async () => {
  ledger.close()
  await at.stop()
})
const mine = () => ({ token: payroll.token, organization: at.organization.id })

test('a microservice’s write is logged under its name, and the record names it as the source', async () => {
  const { id, token } = await makeMicroservice(at, { name: 'writer' })
  const made = await ledger.unary(createIncident, NEW, { token, organization: at.organization.id })
  expect(made.code).toBe(status.OK)
  expect(made.message!.incident!.source).toMatchObject({ kind: 'service', id })
  const entries = await entriesBy(at, id)
  expect(entries).toMatchObject([
    {
      operation: 'createIncident',
      outcome: 'ok',
      via: 'grpc',
      organization_id: at.organization.id,
      actor: { kind: 'service_client', id, name: 'writer' },
      receipts: [{ type: 'incidents', count: 1 }],
    },
  ])
})

test('a microservice’s reads and refusals are logged under its name, once each', async () => {
  const { id, token } = await makeMicroservice(at, { name: 'reader' })
  const call = { token, organization: at.organization.id }
  expect((await ledger.unary(listIncidents, {}, call)).code).toBe(status.OK)
  expect((await ledger.unary(getIncident, { id: mintId(new Date()) }, call)).code).toBe(status.NOT_FOUND)
  expect((await ledger.unary(getIncident, { id: 'x' }, call)).code).toBe(status.INVALID_ARGUMENT)
  expect((await ledger.unary(createIncident, { ...NEW, title: '' }, call)).code).toBe(status.INVALID_ARGUMENT)
  expect((await ledger.unary(KeyService.method.listKeys, {}, call)).code).toBe(status.PERMISSION_DENIED)
  expect(await entriesBy(at, id)).toMatchObject([
    { operation: 'listIncidents', outcome: 'ok', code: null },
    { operation: 'getIncident', outcome: 'refused', code: 'not_found' },
    { operation: 'getIncident', outcome: 'refused', code: 'validation_error' },
    { operation: 'createIncident', outcome: 'refused', code: 'validation_error', receipts: [] },
    { operation: 'listKeys', outcome: 'refused', code: 'forbidden' },
  ])
})

test('every gRPC answer and refusal has the request id of its audit entry', async () => {
  const { id, token } = await makeMicroservice(at, { name: 'correlating' })
  const call = { token, organization: at.organization.id }
  const answers = [
    await ledger.unary(createIncident, NEW, call),
    await ledger.unary(listIncidents, {}, call),
    await ledger.unary(getIncident, { id: mintId(new Date()) }, call),
    await ledger.unary(createIncident, NEW, { token, organization: mintId(new Date()) }),
  ]
  const requestIds = answers.map(({ metadata }) => metadata.get('x-request-id')[0])
  expect((await entriesBy(at, id)).map((entry) => entry.id)).toEqual(requestIds)
  const unauthenticated = await ledger.unary(createIncident, NEW, {})
  expect(unauthenticated.metadata.get('x-request-id')[0]).toMatch(/^[0-9a-f-]{36}$/)
})

test('a microservice is refused beyond its organizations and services, and logged under its name', async () => {
  const other = await at.another()
  const { id, token } = await makeMicroservice(at, { name: 'narrow' })
  const gateOnly = await makeMicroservice(at, { name: 'gate only', services: ['gate'] })
  for (const organization of [other.id, mintId(new Date())]) {
    const ended = await ledger.unary(listIncidents, {}, { token, organization })
    expect(ended.code).toBe(status.PERMISSION_DENIED)
    expect(ended.details).toBe('this service client may not act for that organization')
  }
  for (const organization of [undefined, '', 'x', INSTALLATION_ID]) {
    const call = organization === undefined ? { token } : { token, organization }
    expect((await ledger.unary(listIncidents, {}, call)).code).toBe(status.INVALID_ARGUMENT)
  }
  const elsewhere = { token: gateOnly.token, organization: at.organization.id }
  expect((await ledger.unary(listIncidents, {}, elsewhere)).code).toBe(status.PERMISSION_DENIED)
  const refused = { operation: 'listIncidents', outcome: 'refused', organization_id: INSTALLATION_ID }
  const entries = await entriesBy(at, id)
  expect(entries).toHaveLength(6)
  for (const entry of entries) expect(entry).toMatchObject(refused)
  expect(entries[0].details).toEqual({ organization_id: other.id })
  expect(await entriesBy(at, gateOnly.id)).toMatchObject([{ ...refused, code: 'forbidden' }])
})

test('a service client for every organization may act for each existing one', async () => {
  const { token } = await makeMicroservice(at, { organizationIds: [] })
  const other = await at.another()
  expect((await ledger.unary(listIncidents, {}, { token, organization: other.id })).code).toBe(status.OK)
})

test.each<[string, { token?: string; metadata?: { [name: string]: string } }]>([
  ['no credential', {}],
  ['an unknown token', { token: 'atc_unknown' }],
  ['another scheme', { metadata: { authorization: 'Basic YTpi' } }],
  ['a token cut short', { token: 'atc' }],
])('%s is UNAUTHENTICATED, and logged in the installation’s log without a name', async (_, call) => {
  const before = await anonymous()
  const ended = await ledger.unary(listIncidents, {}, { ...call, organization: at.organization.id })
  expect(ended.code).toBe(status.UNAUTHENTICATED)
  expect(await anonymous()).toBe(before + 1)
})

test('a revoked service client is UNAUTHENTICATED', async () => {
  const { token, revoke } = await makeMicroservice(at)
  const call = { token, organization: at.organization.id }
  expect((await ledger.unary(listIncidents, {}, call)).code).toBe(status.OK)
  await revoke()
  expect((await ledger.unary(listIncidents, {}, call)).code).toBe(status.UNAUTHENTICATED)
})

test('an API key is not a credential for a service’s port', async () => {
  const call = { token: at.organization.key, organization: at.organization.id }
  expect((await ledger.unary(listIncidents, {}, call)).code).toBe(status.UNAUTHENTICATED)
})

/** The RPCs of the ledger that a microservice may call. All others are internal, or for people or the operator. */
const OPEN = [
  'createIncident',
  'listIncidents',
  'getIncident',
  'createAsset',
  'listAssets',
  'createSupplier',
  'listSuppliers',
  'countIncidents',
  'summarizeIncidents',
  'summarizeWeeks',
  'setIncidentStatus',
]
const SERVICES = [
  AdmissionService,
  AssetService,
  AuditService,
  ClientService,
  DirectoryService,
  IncidentService,
  KeyService,
  OrganizationService,
  SessionService,
  SupplierService,
  UserService,
]

describe('methods that are not for microservices', () => {
  const closed = SERVICES.flatMap((service) => service.methods).filter(
    (method): method is DescMethodUnary => method.methodKind === 'unary' && !OPEN.includes(method.localName),
  )
  test.each(closed.map((method) => [method.name, method] as const))(
    'refuse %s with PERMISSION_DENIED',
    async (_, method) => {
      expect((await ledger.unary(method, {}, mine())).code).toBe(status.PERMISSION_DENIED)
    },
  )
})

test('a service ignores what a microservice claims about its caller and session', async () => {
  const { id, token } = await makeMicroservice(at, { name: 'liar' })
  const claimed = create(CallerSchema, {
    organizationId: (await at.another()).id,
    actor: create(ActorSchema, { kind: ActorKind.OPERATOR, name: 'operator' }),
    via: Via.COMMAND,
    operation: 'createOrganization',
    requestId: mintId(new Date()),
  })
  const metadata = {
    'attestry-caller-bin': Buffer.from(encodeCaller(claimed), 'base64'),
    'attestry-session': at.organization.admin.session,
  }
  const call = { token, organization: at.organization.id, metadata }
  expect((await ledger.unary(createIncident, NEW, call)).code).toBe(status.OK)
  const { createOrganization } = OrganizationService.method
  expect((await ledger.unary(createOrganization, { name: 'x' }, call)).code).toBe(status.PERMISSION_DENIED)
  expect(await entriesBy(at, id)).toMatchObject([
    { operation: 'createIncident', outcome: 'ok', organization_id: at.organization.id, via: 'grpc' },
    { operation: 'createOrganization', outcome: 'refused', organization_id: at.organization.id, via: 'grpc' },
  ])
})

describe('one port speaks', () => {
  test.each<[string, (baseUrl: string) => Transport]>([
    ['gRPC', (baseUrl) => createGrpcTransport({ baseUrl })],
    ['gRPC-Web', (baseUrl) => createGrpcWebTransport({ baseUrl, httpVersion: '2' })],
    ['Connect', (baseUrl) => createConnectTransport({ baseUrl, httpVersion: '2' })],
    [
      'Connect with binary messages',
      (baseUrl) => createConnectTransport({ baseUrl, httpVersion: '2', useBinaryFormat: true }),
    ],
  ])('%s', async (_, transportTo) => {
    const headers = { authorization: `Bearer ${payroll.token}`, 'attestry-organization': at.organization.id }
    const client = createClient(IncidentService, transportTo(at.urls.ledger!))
    const { incident } = await client.createIncident(NEW, { headers })
    const found = await client.getIncident({ id: incident!.id }, { headers })
    expect(found.incident).toEqual(incident)
    await expect(client.getIncident({ id: incident!.id })).rejects.toMatchObject({
      code: status.UNAUTHENTICATED,
    })
  })
})

async function anonymous(): Promise<number> {
  const [row] = await sql<{ n: string }>(
    at.databaseUrl,
    `select count(*) as n from ledger.entries where org_id = $1
     and entry::jsonb @> '{"actor":{"kind":"anonymous"},"via":"grpc","code":"unauthorized"}'`,
    [INSTALLATION_ID],
  )
  return Number(row!.n)
}

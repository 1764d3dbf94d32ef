import type { DescMethod } from '@bufbuild/protobuf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CONTROL_SERVICES } from '../../gateway/control/services.ts'
import { GateService } from '../../proto/gen/attestry/gate/v1/gate_pb.ts'
import { Operator } from '../../proto/gen/attestry/gate/v1/suites_pb.ts'
import { WebhookFormat, WebhookService } from '../../proto/gen/attestry/ingestion/v1/webhooks_pb.ts'
import { AssetService, Classification, Criticality } from '../../proto/gen/attestry/ledger/v1/assets_pb.ts'
import {
  IncidentReportService,
  ReportFieldKind,
} from '../../proto/gen/attestry/ledger/v1/incident_reports_pb.ts'
import { Moment, Regime } from '../../proto/gen/attestry/ledger/v1/incident_work_pb.ts'
import { IncidentService, IncidentStatus, Severity } from '../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { KeyService } from '../../proto/gen/attestry/ledger/v1/keys_pb.ts'
import { ChannelKind, NotificationService } from '../../proto/gen/attestry/ledger/v1/notifications_pb.ts'
import {
  AssessmentStatus,
  SupplierCategory,
  SupplierService,
} from '../../proto/gen/attestry/ledger/v1/suppliers_pb.ts'
import { Reason } from '../../services/kernel/errors/errors.ts'
import { accessOf } from '../../services/kernel/identity/access.ts'
import { Role } from '../../services/kernel/identity/caller.ts'
import { timestamp } from '../../services/kernel/values/time.ts'
import { makePerson, makeScene, type PersonAt, personAt } from '../gate/people.ts'
import { controlClient, cookieOf } from '../harness/control.ts'
import { sql } from '../harness/database.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import type { TestOrganization } from '../harness/organization.ts'
import { call } from '../harness/rest.ts'
import { raceForAccount } from './support/race-for-account.ts'

/* Every call by which a person writes, under way while the person's account changes. */

let at: TestInstallation
let organization: TestOrganization
let admin: PersonAt
let person: PersonAt & { email: string }
beforeAll(async () => {
  at = await bootInstallation()
  organization = await at.another()
  admin = personAt(at.baseUrl, organization.admin.id, organization.admin.session)
  person = await makePerson(at, admin, { role: Role.ADMIN, attestationRoles: ['ciso'] })
})
afterAll(() => at.stop())

const WRITING = CONTROL_SERVICES.flatMap(({ methods }) => methods).filter(
  (method) => accessOf(method).control.length > 0 && accessOf(method).writes,
)
const NOT_HELD: { [method: string]: string } = {
  exportEvidence: 'held: the download below',
  endSession: 'it takes away',
  changePassword:
    'it holds the account itself, with the password that was shown to be known (people.test.ts)',
  rotateSigningKey: 'held: under-way.test.ts, with a key service',
  revokeSigningKey: 'held: the same',
}

test('every writing call is in REQUESTS or NOT_HELD', () => {
  const names = [...Object.keys(REQUESTS), ...Object.keys(NOT_HELD)]
  expect(names.sort()).toEqual(WRITING.map(({ localName }) => localName).sort())
})

test.each(
  WRITING.filter(({ localName }) => NOT_HELD[localName] === undefined).map((one) => [one.localName, one]),
)('a person whose account changes during the call does not %s', async (name, method) => {
  const request = await REQUESTS[name]!()
  const ask = (): Promise<unknown> => clientOf(method)[name]!(request)
  expect(await raceForAccount(at.databaseUrl, person.id, change, () => [ask()])).toEqual([Reason.FORBIDDEN])
  // It was refused for no other reason, and has changed nothing.
  await ask()
})

test('a person whose account changes during the call starts no export', async () => {
  const ask = () => {
    const headers = { cookie: cookieOf(person.session) }
    return fetch(`${at.baseUrl}/api/control/evidence-export`, { headers })
  }
  const exports = () => sql(at.databaseUrl, 'select from evidence.exports')
  const statuses: number[] = []
  const late = () => [ask().then(({ status }) => statuses.push(status))]
  expect(await raceForAccount(at.databaseUrl, person.id, change, late)).toEqual([undefined])
  expect(statuses).toEqual([403])
  expect(await exports()).toEqual([])
  expect(await (await ask()).arrayBuffer()).toHaveProperty('byteLength')
  expect(await exports()).toHaveLength(2)
})

/** Changes the version of the account, but no role and no session: a refusal is for the version alone. */
function change() {
  const values = changes++ % 2 === 0 ? ['ciso', 'dpo'] : ['ciso']
  return admin.users.updateUser({ id: person.id, attestationRoles: { values } })
}
let changes = 0

function clientOf(method: DescMethod) {
  const client = controlClient(at.baseUrl, method.parent, person.session)
  return client as unknown as { [name: string]: (request: object) => Promise<unknown> }
}

const now = () => timestamp(new Date())
const name = () => `name ${++count}`
const email = () => `late-${++count}@people.example`
let count = 0

const keys = () => controlClient(at.baseUrl, KeyService, organization.admin.session)
const channels = () => controlClient(at.baseUrl, NotificationService, organization.admin.session)
const webhooks = () => controlClient(at.baseUrl, WebhookService, organization.admin.session)
const CHANNEL = { kind: ChannelKind.WEBHOOK, url: 'https://receiver.example/hook' }
const key = async () =>
  (await keys().createKey({ name: name(), permissions: ['incidents:read'], rateLimit: 1 })).key!.id
const channel = async () => (await channels().createChannel({ name: name(), ...CHANNEL })).channel!.id
const endpoint = async () =>
  (await webhooks().createWebhookEndpoint({ name: name(), format: WebhookFormat.SERVICE })).endpoint!.id
const user = async () => (await admin.users.createUser({ email: email(), role: Role.MEMBER })).user!.id
const incident = async () => {
  const incidents = controlClient(at.baseUrl, IncidentService, organization.admin.session)
  return (await incidents.createIncident({ title: name(), severity: Severity.HIGH })).incident!.id
}
const report = async () => {
  const reports = controlClient(at.baseUrl, IncidentReportService, organization.admin.session)
  const { report, form } = await reports.createIncidentReport({ id: await incident(), ...EARLY_WARNING })
  const { id: field } = form!.fields.find(({ kind }) => kind === ReportFieldKind.TEXT)!
  const values = [{ field, text: 'as of now' }]
  return { id: report!.incidentId, reportId: report!.id, expectedVersion: report!.version, values }
}
const EARLY_WARNING = { regime: Regime.NIS2, step: 'early_warning' }
const ASSET = {
  ...{ assetType: 'database', classification: Classification.RESTRICTED },
  businessCriticality: Criticality.HIGH,
}
const asset = async () => {
  const assets = controlClient(at.baseUrl, AssetService, organization.admin.session)
  return (await assets.createAsset({ name: name(), ...ASSET })).asset!.id
}
const supplier = async () => {
  const suppliers = controlClient(at.baseUrl, SupplierService, organization.admin.session)
  const category = SupplierCategory.CRITICAL
  return (await suppliers.createSupplier({ name: name(), category })).supplier!.id
}
const scene = () => makeScene(at, organization, { admin, author: admin })
const opened = async () =>
  (await admin.triggers.openTrigger({ aiSystemId: (await scene()).aiSystemId, reason: 'odd' })).trigger!.id

/** The proposal that an agent's undocumented tool makes. */
async function proposal(): Promise<string> {
  const { aiSystemId, agentIdentity } = await scene()
  const body = { agent_identity: agentIdentity, run_ref: agentIdentity, started_at: '2026-01-02T03:04:05Z' }
  const made = await call(at.baseUrl, '/api/v1/agent-runs', { key: organization.key, body })
  const used = { seq: 1, event_type: 'tool_call', tool_name: 'shell', occurred_at: '2026-01-02T03:04:06Z' }
  const events = `/api/v1/agent-runs/${made.body.data[0].id}/events`
  await call(at.baseUrl, events, { key: organization.key, body: used })
  return (await admin.triggers.listTriggers({ aiSystemId })).triggers[0]!.id
}

const REQUESTS: { [method: string]: () => Promise<object> } = {
  createUser: async () => ({ email: email(), role: Role.MEMBER }),
  inviteUser: async () => ({ email: email(), role: Role.MEMBER }),
  updateUser: async () => ({ id: await user(), role: Role.APPROVER }),
  disableUser: async () => ({ id: await user() }),
  resetPassword: async () => ({ id: await user() }),
  createKey: async () => ({ name: name(), permissions: ['incidents:read'], rateLimit: 1 }),
  updateKey: async () => ({ id: await key(), rateLimit: 1000 }),
  revokeKey: async () => ({ id: await key() }),
  createChannel: async () => ({ name: name(), ...CHANNEL }),
  updateChannel: async () => ({ id: await channel(), url: 'https://elsewhere.example/hook' }),
  testChannel: async () => ({ id: await channel() }),
  deleteChannel: async () => ({ id: await channel() }),
  createWebhookEndpoint: async () => ({ name: name(), format: WebhookFormat.SERVICE }),
  updateWebhookEndpoint: async () => ({ id: await endpoint(), name: name() }),
  rotateWebhookSecret: async () => ({ id: await endpoint() }),
  revokeWebhookEndpoint: async () => ({ id: await endpoint() }),
  createIncident: async () => ({ title: name(), severity: Severity.HIGH }),
  commentIncident: async () => ({ id: await incident(), text: 'seen' }),
  createIncidentReport: async () => ({ id: await incident(), ...EARLY_WARNING }),
  editIncidentReport: report,
  createAsset: async () => ({ name: name(), ...ASSET }),
  editAsset: async () => ({ id: await asset(), expectedVersion: 1, name: name() }),
  retireAsset: async () => ({ id: await asset() }),
  createSupplier: async () => ({ name: name(), category: SupplierCategory.CRITICAL }),
  editSupplier: async () => ({ id: await supplier(), expectedVersion: 1, name: name() }),
  assessSupplier: async () => ({ id: await supplier(), status: AssessmentStatus.APPROVED }),
  queryGate: async () => ({ aiSystemId: (await scene()).aiSystemId }),
  attestDecision: async () => {
    const gate = controlClient(at.baseUrl, GateService, organization.admin.session)
    return { decisionId: (await gate.queryGate({ aiSystemId: (await scene()).aiSystemId })).decision!.id }
  },
  moveIncident: async () => ({ id: await incident(), status: IncidentStatus.CONTAINED }),
  editIncident: async () => ({
    ...{ id: await incident(), expectedVersion: 1, reason: 'less', severity: Severity.LOW },
  }),
  setIncidentMoments: async () => ({
    id: await incident(),
    moments: [{ moment: Moment.CONTAINED, at: now() }],
  }),
  assessIncident: async () => ({ id: await incident(), regime: Regime.GDPR, applies: true, grounds: 'data' }),
  mergeIncident: async () => ({ id: await incident(), intoId: await incident(), reason: 'the same' }),
  attachToIncident: async () => ({ id: await incident(), name: 'a.txt', content: Buffer.from('x') }),
  fileIncidentReport: async () => ({
    ...{ id: await incident(), regime: Regime.NIS2, step: 'early_warning' },
    ...{ submittedAt: now(), recipient: 'CSIRT' },
  }),
  updateReportingSettings: async () => ({ settings: { timeZone: 'Europe/Lisbon' } }),
  createSystem: async () => ({ name: name() }),
  updateSystem: async () => ({ id: (await scene()).aiSystemId, attestationRoles: { values: [] } }),
  createProfile: async () => ({
    ...{ aiSystemId: (await scene()).aiSystemId, agentIdentity: name(), tools: ['shell'] },
    ...{ modelName: 'm', modelVersion: '1', promptVersion: '1' },
  }),
  updateProfile: async () => ({ id: (await scene()).profileId, tools: { values: ['search', 'shell'] } }),
  createSuite: async () => ({
    ...{ aiSystemId: (await scene()).aiSystemId, name: 'release' },
    thresholds: [{ metricName: 'asr', evalType: 'prompt_injection', operator: Operator.LTE, value: 0.9 }],
  }),
  certify: async () => (await scene()).review(admin),
  attest: async () => {
    const made = await makeScene(at, organization, { admin, author: admin, attestationRoles: ['ciso'] })
    await made.certify(admin)
    return { ...(await made.review(admin)), role: 'ciso', statement: 'looked at it' }
  },
  openTrigger: async () => ({ aiSystemId: (await scene()).aiSystemId, reason: 'odd' }),
  resolveTrigger: async () => ({ id: await opened(), occurrences: 1n, reason: 'fine' }),
  acceptProposal: async () => ({ id: await proposal(), occurrences: 1n, reason: 'it may' }),
  dismissProposal: async () => ({ id: await proposal(), occurrences: 1n, reason: 'once' }),
}

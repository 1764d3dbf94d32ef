import { fromJson } from '@bufbuild/protobuf'
import { Code, ConnectError } from '@connectrpc/connect'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ErrorDetailSchema } from '../../proto/gen/attestry/common/v1/error_pb.ts'
import { WebhookFormat, WebhookService } from '../../proto/gen/attestry/ingestion/v1/webhooks_pb.ts'
import {
  AttachToIncidentResponseSchema,
  IncidentWorkService,
} from '../../proto/gen/attestry/ledger/v1/incident_changes_pb.ts'
import { Moment, Regime } from '../../proto/gen/attestry/ledger/v1/incident_work_pb.ts'
import {
  IncidentService,
  IncidentStatus,
  Regulation,
  Severity,
} from '../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { ObligationService, ObligationState } from '../../proto/gen/attestry/ledger/v1/obligations_pb.ts'
import { sha256Hex } from '../../services/kernel/crypto/digest.ts'
import { dateOf, timestamp } from '../../services/kernel/values/time.ts'
import { controlClient, rpc } from '../harness/control.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { call } from '../harness/rest.ts'
import { signatureOf } from '../webhook/support/send.ts'

let at: TestInstallation
beforeAll(async () => {
  at = await bootInstallation()
})
afterAll(() => at.stop())

const clients = () => {
  const { session } = at.organization.admin
  return {
    incidents: controlClient(at.baseUrl, IncidentService, session),
    work: controlClient(at.baseUrl, IncidentWorkService, session, true),
    duties: controlClient(at.baseUrl, ObligationService, session),
    webhooks: controlClient(at.baseUrl, WebhookService, session),
  }
}
const ago = (hours: number) => timestamp(new Date(Date.now() - hours * 3_600_000))
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (thrown) => ConnectError.from(thrown).code,
  )

test('the timeline of an incident has its creation, comments and attachments, with who made them', async () => {
  const { incidents, work } = clients()
  const made = await incidents.createIncident({ title: 'Phoned in', severity: Severity.HIGH })
  const { id, source } = made.incident!
  expect(source).toMatchObject({ kind: 'user', id: at.organization.admin.id })
  const { comment } = await work.commentIncident({ id, text: 'The caller was the CISO' })
  const content = Buffer.alloc(10 * 1024 * 1024, 'x')
  // In the JSON that the console sends; the rest in bytes, which cost a tenth.
  const sent = { id, name: 'call.wav', mediaType: 'audio/wav', content: content.toString('base64') }
  const attached = await rpc(at.baseUrl, 'attestry.ledger.v1.IncidentWorkService/AttachToIncident', {
    ...{ session: at.organization.admin.session, body: sent },
  })
  expect(attached.status).toBe(200)
  const { attachment } = fromJson(AttachToIncidentResponseSchema, attached.body)
  expect(attachment).toMatchObject({ bytes: content.length, sha256: sha256Hex(content) })
  const back = await work.getIncidentAttachment({ id, attachmentId: attachment!.id })
  expect(sha256Hex(back.content)).toBe(attachment!.sha256)
  const { entries } = await incidents.listIncidentTimeline({ id })
  expect(entries.map(({ what, by }) => [what.case, by])).toEqual(
    ['attachment', 'comment', 'version'].map((what) => [what, at.organization.admin.email]),
  )
  expect(entries[1]!.what.value).toMatchObject({ text: comment!.text })
  const tooLarge = work.attachToIncident({ id, name: 'more', content: Buffer.alloc(content.length + 1) })
  expect(await codeOf(tooLarge)).toBe(Code.InvalidArgument)
  for (const name of ['../x', 'a\r\nb', '\u202egpj.exe', 'x'.repeat(201)])
    expect([name, await codeOf(work.attachToIncident({ id, name, content: Buffer.of(1) }))]).toEqual([
      name,
      Code.InvalidArgument,
    ])
  for (const bad of [
    { name: '../up', content: Buffer.from('x') },
    { name: 'empty', content: Buffer.alloc(0) },
  ])
    expect(await codeOf(work.attachToIncident({ id, ...bad }))).toBe(Code.InvalidArgument)
  expect((await work.listIncidentAttachments({ id })).attachments).toHaveLength(1)
  const rest = await call(at.baseUrl, `/api/v1/incidents/${id}`, { key: at.organization.key })
  expect(rest.body).toMatchObject({ id, source: { kind: 'user' } })
})

test('a merged duplicate has nothing to file, and the other incident takes over the earlier awareness', async () => {
  const { incidents, work, duties } = clients()
  const open = async (title: string, hours: number) =>
    (await incidents.createIncident({ title, severity: Severity.HIGH, detectedAt: ago(hours) })).incident!
  const [first, second] = [await open('First', 2), await open('Second', 30)]
  const merged = await work.mergeIncident({ id: second.id, intoId: first.id, reason: 'the same mail' })
  expect(merged.incident).toMatchObject({ version: 2, work: { duplicateOf: first.id } })
  expect(merged.into).toMatchObject({ version: 2, work: { duplicates: [second.id] } })
  expect(dateOf(merged.into!.work!.moments[0]!.at!)).toEqual(dateOf(second.detectedAt!))
  const states = async (id: string) =>
    (await duties.listIncidentObligations({ id })).obligations.map(({ state }) => state)
  expect(new Set(await states(second.id))).toEqual(new Set([ObligationState.NOT_REQUIRED]))
  expect((await states(first.id))[0]).toBe(ObligationState.OVERDUE)
  expect(await codeOf(work.mergeIncident({ id: second.id, intoId: first.id, reason: 'again' }))).toBe(
    Code.FailedPrecondition,
  )
})

test('an incident with an overdue report cannot be merged into one that is not reported', async () => {
  const { incidents, work, duties } = clients()
  const open = async (title: string, severity: Severity) =>
    (await incidents.createIncident({ title, severity, detectedAt: ago(30) })).incident!
  const [overdue, small] = [await open('Overdue', Severity.CRITICAL), await open('Small', Severity.LOW)]
  const merge = () => work.mergeIncident({ id: overdue.id, intoId: small.id, reason: 'the same' })
  expect(await codeOf(merge())).toBe(Code.FailedPrecondition)
  const states = async (id: string) =>
    (await duties.listIncidentObligations({ id })).obligations.map(({ state }) => state)
  expect((await states(overdue.id))[0]).toBe(ObligationState.OVERDUE)
  await work.assessIncident({ id: small.id, regime: Regime.NIS2, applies: true, grounds: 'the same' })
  await merge()
  expect((await states(small.id))[0]).toBe(ObligationState.OVERDUE)
})

test('moments, filings and assessments are refused for a duplicate incident', async () => {
  const { incidents, work, duties } = clients()
  const open = async (title: string) =>
    (await incidents.createIncident({ title, severity: Severity.LOW, detectedAt: ago(30) })).incident!
  const [{ id }, into] = [await open('Duplicate'), await open('The other one')]
  const { incident } = await work.mergeIncident({ id, intoId: into.id, reason: 'the same' })
  const edit = { id, expectedVersion: incident!.version, reason: 'it is worse' }
  const aware = { id, reason: 'known before', moments: [{ moment: Moment.AWARE, at: ago(80) }] }
  const refused = [
    await codeOf(work.assessIncident({ id, regime: Regime.GDPR, applies: true, grounds: 'customers' })),
    await codeOf(work.editIncident({ ...edit, severity: Severity.CRITICAL })),
    await codeOf(work.editIncident({ ...edit, regulation: Regulation.DORA, detectedAt: ago(40) })),
    await codeOf(work.setIncidentMoments(aware)),
  ]
  expect(refused).toEqual(refused.map(() => Code.FailedPrecondition))
  await expect(work.setIncidentMoments(aware)).rejects.toThrow(`a duplicate of ${into.id}`)
  await work.editIncident({ ...edit, title: 'Duplicate, renamed', severity: Severity.LOW })
  await work.assessIncident({ ...{ id: into.id, regime: Regime.GDPR, applies: true }, grounds: 'customers' })
  const { obligations } = await duties.listIncidentObligations({ id: into.id })
  expect(obligations[0]).toMatchObject({ regime: Regime.GDPR, state: ObligationState.DUE })
})

test('an alert of unknown severity stays in the triage queue until somebody has edited it', async () => {
  const { work, webhooks } = clients()
  const { endpoint, secret } = await webhooks.createWebhookEndpoint({
    name: 'siem',
    format: WebhookFormat.SERVICE,
  })
  for (const title of ['one', 'two']) {
    const body = JSON.stringify({ title, severity: 'strange', external_id: title, source_system: 'siem' })
    const headers = { 'x-service-signature': signatureOf(secret, Math.floor(Date.now() / 1000), body) }
    expect((await call(at.baseUrl, endpoint!.path, { body, headers })).status).toBe(201)
  }
  const { incidents } = await work.listTriage({})
  expect(incidents.map(({ title }) => title)).toEqual(['two', 'one'])
  await work.editIncident({
    ...{ id: incidents[0]!.id, expectedVersion: 1, reason: 'looked at', severity: Severity.LOW },
  })
  expect((await work.listTriage({})).incidents.map(({ title }) => title)).toEqual(['one'])
})

test('of simultaneous edits of one incident version, one wins and the others get the current version', async () => {
  const { incidents, work } = clients()
  const { incident } = await incidents.createIncident({ title: 'Raced', severity: Severity.LOW })
  const edit = (title: string) =>
    work.editIncident({ id: incident!.id, expectedVersion: 1, reason: 'race', title }).then(
      () => undefined,
      (thrown) => ConnectError.from(thrown).findDetails(ErrorDetailSchema)[0]?.details,
    )
  const answers = await Promise.all(['a', 'b', 'c', 'd'].map(edit))
  expect(answers.filter((one) => one === undefined)).toHaveLength(1)
  expect(answers.filter((one) => one !== undefined)).toEqual(Array(3).fill({ current_version: 2 }))
  const move = incidents.moveIncident({
    id: incident!.id,
    expectedVersion: 1,
    status: IncidentStatus.CONTAINED,
  })
  const refused = await move.catch((thrown) => ConnectError.from(thrown).findDetails(ErrorDetailSchema)[0])
  expect(refused).toMatchObject({ details: { current_version: 2 } })
  const moments = [{ moment: Moment.CONTAINED, at: ago(1) }]
  await Promise.all([1, 2, 3].map(() => work.setIncidentMoments({ id: incident!.id, moments })))
  expect((await incidents.getIncident({ id: incident!.id })).incident!.version).toBe(5)
})

test('an API key moves an incident’s status idempotently, and only from the status that it expects', async () => {
  const { incidents } = clients()
  const { key, plain } = {
    ...(await at.organization.makeKey({ permissions: ['incidents:status'] })),
    plain: at.organization.key,
  }
  const made = await call(at.baseUrl, '/api/v1/incidents', {
    key: plain,
    body: { title: 'From EDR', severity: 'low' },
  })
  const { id } = made.body
  const set = (body: unknown, to = id, by = key) =>
    call(at.baseUrl, `/api/v1/incidents/${to}/status`, { key: by, body })
  const versions = async () =>
    (await incidents.listIncidentTimeline({ id })).entries.filter(({ what }) => what.case === 'version')
      .length

  const contained = await set({
    status: 'contained',
    note: 'isolated by playbook 7',
    expected_status: 'open',
  })
  expect([contained.status, contained.body]).toEqual([200, { ...made.body, status: 'contained' }])
  const again = await set({ status: 'contained', note: 'isolated by playbook 7', expected_status: 'open' })
  expect([again.status, again.text]).toEqual([200, contained.text])
  expect(await versions()).toBe(2)

  const stale = await set({ status: 'investigating', expected_status: 'open' })
  expect(stale.status).toBe(400)
  expect(stale.body.error).toMatchObject({
    ...{ code: 'validation_error', details: { current_status: 'contained' } },
  })
  for (const [body, field] of [
    [{}, 'status'],
    [{ status: 'gone' }, 'status'],
    [{ status: 'open', expected_status: 'unspecified' }, 'expected_status'],
    [{ status: 'open', note: 'x'.repeat(20_001) }, 'note'],
  ] as const) {
    const refused = await set(body)
    expect([field, refused.status]).toEqual([field, 400])
    expect(Object.keys(refused.body.error.details.fieldErrors)).toEqual([field])
  }
  expect(await versions()).toBe(2)
  expect((await set({ status: 'open' }, id, plain)).status).toBe(200)
  const { key: reader } = await at.organization.makeKey({
    permissions: ['incidents:read', 'incidents:write'],
  })
  const denied = await set({ status: 'open' }, id, reader)
  expect(denied.body.error).toMatchObject({ code: 'forbidden', details: { permission: 'incidents:status' } })
  const other = await at.another()
  expect((await set({ status: 'open' }, id, other.key)).status).toBe(404)

  const entries = await call(at.baseUrl, '/api/v1/audit-entries?operation=setIncidentStatus', { key: plain })
  const ok = entries.body.data.filter(({ outcome }: { outcome: string }) => outcome === 'ok')
  expect(ok.map(({ receipts }: { receipts: unknown[] }) => receipts.length)).toEqual([1, 0, 1])
})

test('an API key closes an incident with due reports only with a note', async () => {
  const { key } = at.organization
  const made = await call(at.baseUrl, '/api/v1/incidents', {
    key,
    body: { title: 'Ransom', severity: 'critical' },
  })
  const close = (body: object) =>
    call(at.baseUrl, `/api/v1/incidents/${made.body.id}/status`, { key, body: { status: 'closed', ...body } })
  const refused = await close({})
  expect(refused.status).toBe(400)
  expect(refused.body.error.details.unmet_obligations).toContain('nis2 early_warning (due)')
  expect(refused.body.error.details.fieldErrors.note[0]).toContain('NIS2 early warning (due)')
  expect((await close({ note: '\u200b \u3164' })).body.error.details.unmet_obligations).toBeDefined()
  expect(await close({ note: 'the parent company reports' })).toMatchObject({
    status: 200,
    body: { status: 'closed' },
  })
})

test('ListNextObligations gives the next due obligation of exactly the incidents asked about', async () => {
  const { duties } = clients()
  const incident = async (body: object): Promise<string> =>
    (await call(at.baseUrl, '/api/v1/incidents', { key: at.organization.key, body })).body.id
  const detected = (hours: number) => ({
    title: 'Stolen laptop',
    severity: 'critical',
    detected_at: dateOf(ago(hours)).toISOString(),
  })
  const [late, soon] = [await incident(detected(30)), await incident(detected(2))]
  const none = await incident({ title: 'Nothing to report', severity: 'low' })
  // The first incident has its early warning: the notification is next.
  const filing = { regime: Regime.NIS2, step: 'early_warning', recipient: 'CSIRT', submittedAt: ago(20) }
  await duties.fileIncidentReport({ id: late, ...filing })
  const nothing = '018f0000-0000-7000-8000-000000000001'
  const { obligations } = await duties.listNextObligations({
    incidentIds: [none, soon.toUpperCase(), late, nothing, late],
  })
  expect(obligations.map(({ incidentId }) => incidentId).sort()).toEqual([late, soon].sort())
  const next = (id: string) => obligations.find(({ incidentId }) => incidentId === id)
  expect(next(late)).toMatchObject({ step: 'notification', incidentTitle: 'Stolen laptop' })
  expect(next(soon)).toMatchObject({ step: 'early_warning', state: ObligationState.DUE })
  expect((await duties.listNextObligations({})).obligations).toEqual([])
  const other = controlClient(at.baseUrl, ObligationService, (await at.another()).admin.session)
  expect((await other.listNextObligations({ incidentIds: [late] })).obligations).toEqual([])
  for (const incidentIds of [['x'], new Array(201).fill(late)])
    expect(await codeOf(duties.listNextObligations({ incidentIds }))).toBe(Code.InvalidArgument)
})

import { rpc } from '../../harness/control.ts'
import type { TestInstallation } from '../../harness/installation.ts'
import type { TestOrganization } from '../../harness/organization.ts'
import type { Answer } from '../../harness/rest.ts'
import { call } from '../../harness/rest.ts'
import { signatureOf } from '../../webhook/support/send.ts'

/** The ids of the things that the scenario has made. */
export type Scenario = {
  systemId: string
  profileId: string
  /** Created by REST; its status was changed twice. */
  incidentId: string
  /** Created by a signed webhook, which was delivered twice. */
  deliveredId: string
  decisions: { blocked: string; passed: string; drifted: string }
}

/** Makes every kind of call of an organization, so that every type of record is written, most of them in several versions. */
export async function createScenario(
  at: TestInstallation,
  { key, admin }: TestOrganization,
  name = 'Scoring',
): Promise<Scenario> {
  const { asAdmin, post, get } = acting(at, key, admin.session)
  const incident = await post('/incidents', { title: `Phishing at ${name}`, severity: 'high' })
  for (const status of ['INCIDENT_STATUS_CONTAINED', 'INCIDENT_STATUS_CLOSED'])
    await asAdmin('ledger.v1.IncidentService/MoveIncident', { id: incident.id, status, note: 'isolated' })
  const { report } = await asAdmin('ledger.v1.IncidentReportService/CreateIncidentReport', {
    ...{ id: incident.id, regime: 'REGIME_NIS2', step: 'early_warning' },
  })
  await asAdmin('ledger.v1.ObligationService/FileIncidentReport', {
    ...{ id: incident.id, regime: 'REGIME_NIS2', step: 'early_warning', recipient: 'CSIRT' },
    ...{ submittedAt: new Date().toISOString(), reportId: report.id },
  })
  await asAdmin('ledger.v1.IncidentWorkService/CommentIncident', {
    id: incident.id,
    text: 'Seen by two people',
  })
  await asAdmin('ledger.v1.IncidentWorkService/AttachToIncident', {
    ...{ id: incident.id, name: 'mail.eml', mediaType: 'message/rfc822' },
    content: Buffer.from('From: attacker').toString('base64'),
  })
  const { settings } = await asAdmin('ledger.v1.ObligationService/GetReportingSettings', {})
  await asAdmin('ledger.v1.ObligationService/UpdateReportingSettings', {
    settings: { timeZone: 'Europe/Paris', version: settings.version ?? 0 },
  })
  const asset = await post('/assets', ASSET)
  await asAdmin('ledger.v1.AssetService/RetireAsset', { id: asset.id })
  const supplier = await post('/suppliers', { name: 'Cloud', category: 'critical' })
  const assessed = { id: supplier.id, status: 'ASSESSMENT_STATUS_APPROVED', riskScore: 20 }
  await asAdmin('ledger.v1.SupplierService/AssessSupplier', assessed)
  const email = `auditor-${Math.random().toString(36).slice(2)}@story.example`
  await asAdmin('ledger.v1.UserService/CreateUser', { email, role: 'ROLE_AUDITOR' })

  const endpoint = await asAdmin('ingestion.v1.WebhookService/CreateWebhookEndpoint', {
    name: 'SIEM',
    format: 'WEBHOOK_FORMAT_SERVICE',
  })
  // A notification that waits for a channel is recorded as cancelled when the channel is deleted.
  const { channel } = await asAdmin('ledger.v1.NotificationService/CreateChannel', {
    ...{ name: 'ERP', kind: 'CHANNEL_KIND_WEBHOOK', url: 'https://10.0.0.1/erp', events: ['gate.blocked'] },
  })
  await asAdmin('ledger.v1.NotificationService/TestChannel', { id: channel.id })
  await asAdmin('ledger.v1.NotificationService/DeleteChannel', { id: channel.id })
  const event = { title: 'Alert', severity: 'critical', external_id: 'e-1', source_system: 'siem' }
  for (let i = 0; i < 2; i++) await deliver(at, endpoint, event)
  const listed = await get('/incidents?limit=1')

  const made = await asAdmin('gate.v1.SystemService/CreateSystem', { name, attestationRoles: ['ciso'] })
  const systemId: string = made.system.id
  const blocked = await get(`/gate-status/${systemId}`)
  const profile = await asAdmin('gate.v1.ProfileService/CreateProfile', {
    aiSystemId: systemId,
    agentIdentity: `agent of ${name}`,
    tools: ['lookup'],
    modelName: 'M',
    modelVersion: '1',
    promptVersion: '7',
  })
  await asAdmin('gate.v1.ProfileService/UpdateProfile', {
    id: profile.profile.id,
    tools: { values: ['lookup', 'b'] },
  })
  for (const value of [0.1, 0.05])
    await asAdmin('gate.v1.SuiteService/CreateSuite', {
      aiSystemId: systemId,
      name: 'release',
      thresholds: [{ metricName: 'rate', evalType: 'prompt_injection', operator: 'OPERATOR_LTE', value }],
    })
  await post('/ai-evaluations', [result(systemId, 0.2), result(systemId, 0.01)])
  const { reviewedHash } = await asAdmin('gate.v1.CertificationService/Review', { aiSystemId: systemId })
  await asAdmin('gate.v1.CertificationService/Certify', { aiSystemId: systemId, reviewedHash })
  await asAdmin('gate.v1.CertificationService/Attest', {
    ...{ aiSystemId: systemId, reviewedHash },
    role: 'ciso',
    statement: 'Reviewed.',
  })
  const passed = await get(`/gate-status/${systemId}`)

  const run = await post('/agent-runs', {
    agent_identity: `agent of ${name}`,
    run_ref: `run of ${name}`,
    started_at: new Date().toISOString(),
  })
  await post(`/agent-runs/${run.data[0].id}/events`, ['lookup', 'rm', 'b'].map(toolCall))
  const drifted = await get(`/gate-status/${systemId}`)
  const opened = await asAdmin('gate.v1.TriggerService/OpenTrigger', {
    aiSystemId: systemId,
    reason: 'new model',
  })
  const triggers = await asAdmin('gate.v1.TriggerService/ListTriggers', { aiSystemId: systemId })
  for (const { id } of triggers.triggers)
    await asAdmin('gate.v1.TriggerService/ResolveTrigger', { id, reason: 'assessed', occurrences: 1 })
  if (opened.trigger === undefined) throw new Error('no trigger was opened')
  return {
    systemId,
    profileId: profile.profile.id,
    incidentId: incident.id,
    deliveredId: listed.data[0].id,
    decisions: {
      blocked: blocked.decision_id,
      passed: passed.decision_id,
      drifted: drifted.decision_id,
    },
  }
}

/** Returns calls into an organization: REST with its key, and the control API with the session of its administrator. */
export function acting(at: TestInstallation, key: string, session: string) {
  return {
    post: async (path: string, body: unknown) => ok(await call(at.baseUrl, `/api/v1${path}`, { key, body })),
    get: async (path: string) => ok(await call(at.baseUrl, `/api/v1${path}`, { key })),
    asAdmin: async (path: string, body: unknown) =>
      ok(await rpc(at.baseUrl, `attestry.${path}`, { session, body })),
  }
}

async function deliver(at: TestInstallation, made: Answer['body'], event: unknown): Promise<void> {
  const body = JSON.stringify({ ...(event as object), occurred_at: new Date().toISOString() })
  const headers = { 'x-service-signature': signatureOf(made.secret, Math.floor(Date.now() / 1000), body) }
  ok(await call(at.baseUrl, made.endpoint.path, { body, headers }))
}

function ok({ status, body, text }: Answer): Answer['body'] {
  if (status >= 300) throw new Error(`${status} ${text}`)
  return body
}

function result(ai_system_id: string, metric_value: number) {
  const metric = { eval_type: 'prompt_injection', metric_name: 'rate', metric_value, passed: true }
  return {
    ai_system_id,
    eval_suite: 'release',
    source: 'ci',
    ...metric,
    evaluated_at: new Date().toISOString(),
  }
}

export function toolCall(tool_name: string, seq: number) {
  return { seq, event_type: 'tool_call', tool_name, occurred_at: new Date().toISOString(), payload: { seq } }
}

const ASSET = {
  name: 'Core',
  asset_type: 'system',
  classification: 'internal',
  business_criticality: 'high',
}

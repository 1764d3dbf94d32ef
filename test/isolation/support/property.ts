import { acting, toolCall } from '../../evidence/support/scenario.ts'
import type { TestInstallation } from '../../harness/installation.ts'
import type { TestOrganization } from '../../harness/organization.ts'
import { call } from '../../harness/rest.ts'
import { signatureOf } from '../../webhook/support/send.ts'

/** An organization's things, at least one of each kind, all of them still open for actions. */
export type Property = {
  organization: TestOrganization
  /** The id of one thing of each kind. */
  ids: { [kind: string]: string }
  /** Names that a lookup by name would find. */
  names: { system: string; suite: string }
  /** The path of a webhook endpoint, and its secret. */
  webhook: { path: string; secret: string }
}

/** One person administers both organizations: what one account may do MUST NOT follow from the other. */
const ADMINISTRATOR = 'administrator@both.example'

/**
 * Gives an organization one thing of each kind. Every text that it can choose contains the mark, which matches `^[a-z][a-z0-9]*$`, so that
 * identifiers can contain it too.
 */
export async function fillOrganization(at: TestInstallation, name: string, mark: string): Promise<Property> {
  const organization = await at.another({ name: `${mark} ${name}`, adminEmail: ADMINISTRATOR })
  const { key, admin } = organization
  const { asAdmin, post, get } = acting(at, key, admin.session)
  const now = new Date().toISOString()
  const text = (what: string) => `${mark} ${what}`

  const incident = await post('/incidents', {
    ...{ title: text('incident'), description: text('description'), affected_systems: [text('system')] },
    severity: 'high',
  })
  await asAdmin('ledger.v1.IncidentService/MoveIncident', {
    ...{ id: incident.id, status: 'INCIDENT_STATUS_CONTAINED', note: text('note') },
  })
  await asAdmin('ledger.v1.ObligationService/FileIncidentReport', {
    ...{ id: incident.id, regime: 'REGIME_NIS2', step: 'early_warning', submittedAt: incident.detected_at },
    ...{ recipient: text('authority'), reference: text('reference') },
  })
  const { attachment } = await asAdmin('ledger.v1.IncidentWorkService/AttachToIncident', {
    ...{ id: incident.id, name: text('file'), content: Buffer.from(text('content')).toString('base64') },
  })
  await asAdmin('ledger.v1.IncidentWorkService/CommentIncident', { id: incident.id, text: text('comment') })
  const { report } = await asAdmin('ledger.v1.IncidentReportService/CreateIncidentReport', {
    ...{ id: incident.id, regime: 'REGIME_NIS2', step: 'early_warning' },
  })
  await asAdmin('ledger.v1.IncidentReportService/EditIncidentReport', {
    ...{ id: incident.id, reportId: report.id, expectedVersion: 1, note: text('note') },
    values: [{ field: 'contact', text: text('contact') }],
  })
  await asAdmin('ledger.v1.ObligationService/UpdateReportingSettings', {
    settings: { timeZone: 'Europe/Paris' },
  })
  const asset = await post('/assets', {
    ...{ name: text('asset'), asset_type: mark, classification: 'internal', business_criticality: 'high' },
  })
  const supplier = await post('/suppliers', {
    ...{ name: text('supplier'), org_number: text('number'), category: 'critical' },
    ...{ service_description: text('service'), contact_email: `${mark}@supplier.example` },
  })
  const apiKey = await organization.makeKey({ name: text('key') })
  const user = await asAdmin('ledger.v1.UserService/CreateUser', {
    ...{ email: `${mark}@person.example`, role: 'ROLE_AUDITOR', attestationRoles: [mark] },
  })
  const { incident: moved } = await asAdmin('ledger.v1.IncidentService/GetIncident', { id: incident.id })
  await asAdmin('ledger.v1.IncidentWorkService/EditIncident', {
    ...{ id: incident.id, expectedVersion: moved.version, reason: text('reason'), owner: user.user.id },
  })

  const invited = await asAdmin('ledger.v1.UserService/InviteUser', {
    ...{ email: `${mark}-invited@person.example`, role: 'ROLE_AUDITOR' },
  })
  const endpoint = await asAdmin('ingestion.v1.WebhookService/CreateWebhookEndpoint', {
    ...{ name: text('endpoint'), format: 'WEBHOOK_FORMAT_SERVICE' },
  })
  const webhook = { path: endpoint.endpoint.path as string, secret: endpoint.secret as string }
  for (const title of [text('delivered'), 7]) {
    const body = JSON.stringify({
      title,
      severity: 'unknown',
      external_id: text('event'),
      source_system: mark,
    })
    const headers = {
      'x-service-signature': signatureOf(webhook.secret, Math.floor(Date.now() / 1000), body),
    }
    await call(at.baseUrl, webhook.path, { body, headers })
  }
  const endpointId: string = endpoint.endpoint.id
  const deliveries = await asAdmin('ledger.v1.IncidentService/ListWebhookDeliveries', { endpointId })
  const rejected = await asAdmin('ingestion.v1.WebhookService/ListRejectedDeliveries', { id: endpointId })

  // Its receiver may not be called, so that what waits for it stays.
  const { channel } = await asAdmin('ledger.v1.NotificationService/CreateChannel', {
    ...{ name: text('channel'), kind: 'CHANNEL_KIND_WEBHOOK', url: `https://10.0.0.1/${mark}` },
  })
  const tested = await asAdmin('ledger.v1.NotificationService/TestChannel', { id: channel.id })

  const names = { system: text('assistant'), suite: text('suite') }
  const { system } = await asAdmin('gate.v1.SystemService/CreateSystem', {
    ...{ name: names.system, attestationRoles: ['ciso', mark] },
  })
  const aiSystemId: string = system.id
  const { profile } = await asAdmin('gate.v1.ProfileService/CreateProfile', {
    ...{ aiSystemId, agentIdentity: text('agent'), tools: [text('tool')] },
    ...{ modelName: text('model'), modelVersion: text('1'), promptVersion: text('2') },
  })
  const { suite } = await asAdmin('gate.v1.SuiteService/CreateSuite', {
    ...{ aiSystemId, name: names.suite },
    thresholds: [{ metricName: text('rate'), evalType: mark, operator: 'OPERATOR_LTE', value: 0.5 }],
  })
  const evaluation = await post('/ai-evaluations', {
    ...{ ai_system_id: aiSystemId, eval_suite: names.suite, source: text('ci'), source_kind: mark },
    ...{ eval_type: mark, metric_name: text('rate'), metric_value: 0.1, passed: true, evaluated_at: now },
    payload: { text: text('payload') },
  })
  const review = async () => {
    const { reviewedHash } = await asAdmin('gate.v1.CertificationService/Review', { aiSystemId })
    return { aiSystemId, reviewedHash }
  }
  const { certification } = await asAdmin('gate.v1.CertificationService/Certify', await review())
  const { attestation } = await asAdmin('gate.v1.CertificationService/Attest', {
    ...{ ...(await review()), role: 'ciso', statement: text('statement') },
  })
  const decision = await get(`/gate-status/${aiSystemId}`)

  const run = await post('/agent-runs', {
    ...{ agent_identity: text('agent'), run_ref: text('run'), started_at: now },
    ...{ model_name: text('model'), model_version: text('1') },
  })
  const runId: string = run.data[0].id
  const event = await post(`/agent-runs/${runId}/events`, [toolCall(text('undocumented tool'), 0)])
  await post('/agent-runs', { agent_identity: text('other'), run_ref: text('gap'), started_at: now })
  const { proposals } = await asAdmin('gate.v1.ProposalService/ListProposals', {})
  const kindOf = (kind: string) => proposals.find((one: { kind: string }) => one.kind === kind).id
  const opened = await asAdmin('gate.v1.TriggerService/OpenTrigger', { aiSystemId, reason: text('reason') })
  const resolved = await asAdmin('gate.v1.TriggerService/OpenTrigger', { aiSystemId, reason: text('other') })
  const { resolution } = await asAdmin('gate.v1.TriggerService/ResolveTrigger', {
    ...{ id: resolved.trigger.id, occurrences: 1, reason: text('resolved') },
  })
  const exported = await call(at.baseUrl, '/api/control/evidence-export', {
    headers: { cookie: `attestry_session=${admin.session}` },
  })
  const { entries } = await asAdmin('ledger.v1.AuditService/ListEntries', { page: { limit: 1 } })
  const ids = {
    ...{
      organization: organization.id,
      user: user.user.id,
      invited: invited.user.id,
      administrator: admin.id,
      key: apiKey.id,
    },
    ...{
      incident: incident.id,
      attachment: attachment.id,
      report: report.id,
      asset: asset.id,
      supplier: supplier.id,
      entry: entries[0].id,
    },
    ...{ endpoint: endpointId, delivery: deliveries.deliveries[0].id, rejected: rejected.deliveries[0].id },
    ...{ channel: channel.id, notification: tested.notification.id },
    ...{ system: aiSystemId, profile: profile.id, suite: suite.id, evaluation: evaluation.data[0].id },
    ...{ certification: certification.id, attestation: attestation.id, decision: decision.decision_id },
    ...{ run: runId, event: event.data[0].id, gap: kindOf('PROPOSAL_KIND_GAP') },
    ...{ toolDrift: kindOf('PROPOSAL_KIND_TOOL_DRIFT'), trigger: opened.trigger.id },
    ...{ resolution: resolution.id, export: exported.headers.get('attestry-package-id')! },
  }
  return { organization, ids, names, webhook }
}

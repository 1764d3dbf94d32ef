import { GateService } from '../../../proto/gen/attestry/gate/v1/gate_pb.ts'
import { ProfileService } from '../../../proto/gen/attestry/gate/v1/profiles_pb.ts'
import { Operator, SuiteService } from '../../../proto/gen/attestry/gate/v1/suites_pb.ts'
import { SystemService } from '../../../proto/gen/attestry/gate/v1/systems_pb.ts'
import { WebhookFormat, WebhookService } from '../../../proto/gen/attestry/ingestion/v1/webhooks_pb.ts'
import { IncidentWorkService } from '../../../proto/gen/attestry/ledger/v1/incident_changes_pb.ts'
import { IncidentReportService } from '../../../proto/gen/attestry/ledger/v1/incident_reports_pb.ts'
import { Regime } from '../../../proto/gen/attestry/ledger/v1/incident_work_pb.ts'
import { KeyService } from '../../../proto/gen/attestry/ledger/v1/keys_pb.ts'
import { timestamp } from '../../../services/kernel/values/time.ts'
import { adminClients } from '../../harness/control.ts'
import type { TestInstallation } from '../../harness/installation.ts'
import { call } from '../../harness/rest.ts'
import { signatureOf } from '../../webhook/support/send.ts'
import { posting } from './post.ts'

/** The ids of the objects that a test can open. */
export type Filled = {
  incidentId: string
  otherIncidentId: string
  systemId: string
  decisionId: string
  endpointId: string
  runId: string
  reportId: string
}

/**
 * Creates at least one object of every kind, so that no page is empty.
 *
 * @param mark part of every text that only systems send
 */
export async function fill(at: TestInstallation, mark = ''): Promise<Filled> {
  const post = posting(at)
  const client = adminClients(at)
  const hours = (ago: number) => new Date(Date.now() - ago * 3_600_000).toISOString()
  const incident = await post('/incidents', {
    title: 'Ransomware on a file server',
    description: 'Found by the monitoring.\nThe server is off the network.',
    severity: 'critical',
    affected_systems: ['fs-03', 'backup'],
    detected_at: hours(100),
  })
  const work = { id: incident.id as string }
  await client(IncidentWorkService).attachToIncident({
    ...{ ...work, name: 'notes.html', mediaType: 'text/html' },
    content: new TextEncoder().encode('<script>document.title = 1</script>'),
  })
  const { report } = await client(IncidentReportService).createIncidentReport({
    ...{ ...work, regime: Regime.NIS2, step: 'early_warning' },
  })
  await client(IncidentReportService).editIncidentReport({
    ...{ ...work, reportId: report!.id, expectedVersion: 1, note: 'Contact added' },
    values: [{ field: 'contact', text: '<b>soc@example.test</b>' }],
  })
  const other = await post('/incidents', { title: 'Lost laptop', severity: 'low', regulation: 'gdpr' })
  await post('/assets', {
    name: 'customer database',
    asset_type: 'database',
    classification: 'confidential',
    business_criticality: 'critical',
  })
  await post('/suppliers', { name: 'Cloud Nord', category: 'critical', contact_email: 'soc@cloud.example' })
  const { system } = await client(SystemService).createSystem({ name: 'claims', attestationRoles: ['ciso'] })
  const threshold = { evalType: 'prompt_injection', operator: Operator.LTE, value: 0.05 }
  await client(SuiteService).createSuite({
    aiSystemId: system!.id,
    name: 'release',
    thresholds: [{ metricName: 'attack_success_rate', ...threshold }],
  })
  const agentIdentity = `claims-agent${mark}`
  await client(ProfileService).createProfile({
    aiSystemId: system!.id,
    agentIdentity,
    tools: ['search'],
    modelName: 'nord-7b',
    modelVersion: '1',
    promptVersion: '1',
  })
  for (const [day, metric_value] of [0.09, 0.06, 0.04].entries()) {
    await post('/ai-evaluations', {
      ai_system_id: system!.id,
      source: `nightly${mark}`,
      eval_type: 'prompt_injection',
      metric_name: 'attack_success_rate',
      metric_value,
      passed: true,
      evaluated_at: hours(24 * (3 - day)),
      eval_suite: 'release',
    })
  }
  const runs = await post('/agent-runs', {
    agent_identity: agentIdentity,
    run_ref: `one${mark}`,
    started_at: hours(1),
  })
  await post(`/agent-runs/${runs.data[0].id}/events`, {
    seq: 1,
    event_type: 'tool_call',
    tool_name: `delete_claim${mark}`,
    occurred_at: hours(1),
  })
  await post(`/agent-runs/${runs.data[0].id}/events`, {
    seq: 2,
    event_type: 'executed_action',
    tool_name: 'search',
    occurred_at: hours(0.9),
    payload: { said: `<b>${'ä'.repeat(3000)}` },
  })
  await post('/agent-runs', {
    agent_identity: `nobody-knows${mark}`,
    run_ref: `two${mark}`,
    started_at: hours(1),
  })
  const { decision } = await client(GateService).queryGate({ aiSystemId: system!.id })
  const { endpoint, secret } = await client(WebhookService).createWebhookEndpoint({
    name: 'SIEM',
    format: WebhookFormat.SERVICE,
  })
  for (const [name, days] of [
    ['ends soon', 5],
    ['ends next', 9],
    ['ends later', 60],
  ] as const) {
    const expiresAt = timestamp(new Date(Date.now() + days * 86_400_000))
    await client(KeyService).createKey({ name, permissions: ['incidents:read'], expiresAt })
  }
  // An alert, and the same alert once more.
  const body = JSON.stringify({
    title: `Beaconing${mark}`,
    severity: 'medium',
    external_id: `alert-1${mark}`,
  })
  for (let n = 0; n < 2; n++) {
    const signature = signatureOf(secret, Math.floor(Date.now() / 1000), body)
    const { status } = await call(at.baseUrl, endpoint!.path, {
      body,
      headers: { 'x-service-signature': signature },
    })
    if (status >= 300) throw new Error(`the webhook answered ${status}`)
  }
  // An unsigned call, which is rejected.
  await call(at.baseUrl, endpoint!.path, { body: { alert: 1 } })
  return {
    incidentId: incident.id,
    otherIncidentId: other.id,
    systemId: system!.id,
    decisionId: decision!.id,
    endpointId: endpoint!.id,
    runId: runs.data[0].id,
    reportId: report!.id,
  }
}

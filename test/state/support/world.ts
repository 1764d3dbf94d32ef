import { createClient } from '@connectrpc/connect'
import { NotificationService } from '../../../proto/gen/attestry/ledger/v1/notifications_pb.ts'
import { systemClock } from '../../../services/kernel/clock.ts'
import { as, operatorCaller } from '../../../services/kernel/identity/caller.ts'
import { timestamp } from '../../../services/kernel/values/time.ts'
import { exported } from '../../evidence/support/export.ts'
import { acting, createScenario, toolCall } from '../../evidence/support/scenario.ts'
import { rpc } from '../../harness/control.ts'
import { bootInstallation, type TestInstallation } from '../../harness/installation.ts'
import type { TestOrganization } from '../../harness/organization.ts'
import { call } from '../../harness/rest.ts'
import { signatureOf } from '../../webhook/support/send.ts'

/** An installation in which everything has been done once, and the organization for which it was done. */
export type World = { at: TestInstallation; organization: TestOrganization }

/** Makes a world: every table of every service has rows of the organization, or of the installation. */
export async function world(): Promise<World> {
  const at = await bootInstallation({
    env: { ATTESTRY_SMTP_URL: 'smtp://127.0.0.1:9', ATTESTRY_SMTP_FROM: 'attestry@state.example' },
  })
  const organization = at.organization
  const { key, admin } = organization
  const { asAdmin, post } = acting(at, key, admin.session)
  const approve = async (aiSystemId: string) => {
    const { reviewedHash } = await asAdmin('gate.v1.CertificationService/Review', { aiSystemId })
    await asAdmin('gate.v1.CertificationService/Certify', { aiSystemId, reviewedHash })
    const attested = { aiSystemId, reviewedHash, role: 'ciso', statement: 'Reviewed again.' }
    await asAdmin('gate.v1.CertificationService/Attest', attested)
  }
  const scenario = await createScenario(at, organization)
  await createScenario(at, organization, 'Second')

  await approve(scenario.systemId)

  const member = { role: 'ROLE_MEMBER', attestationRoles: ['dpo', 'ciso'] }
  const user = await asAdmin('ledger.v1.UserService/CreateUser', { email: 'm@state.example', ...member })
  await asAdmin('ledger.v1.UserService/ResetPassword', { id: user.user.id })
  await asAdmin('ledger.v1.UserService/InviteUser', { email: 'i@state.example', ...member })
  await asAdmin('ledger.v1.UserService/InviteUser', { email: 'j@state.example', ...member })
  const made = await asAdmin('ledger.v1.KeyService/CreateKey', { name: 'low', permissions: ['assets:read'] })
  await asAdmin('ledger.v1.KeyService/UpdateKey', { id: made.key.id, expiresAt: '2090-01-01T00:00:00Z' })
  await asAdmin('ledger.v1.KeyService/RevokeKey', { id: made.key.id })
  await asAdmin('ledger.v1.SigningKeyService/RotateSigningKey', {})

  const { secret, endpoint } = await asAdmin('ingestion.v1.WebhookService/CreateWebhookEndpoint', {
    name: 'mapped',
    format: 'WEBHOOK_FORMAT_GENERIC_JSON',
    mapping: JSON.stringify({ title: { pointers: ['/t'] } }),
  })
  const deliver = (body: string, signed = secret) =>
    call(at.baseUrl, endpoint.path, {
      body,
      headers: { 'x-service-signature': signatureOf(signed, Math.floor(Date.now() / 1000), body) },
    })
  for (const body of ['{"t":"One"}', '{"t":"Two"}', 'no JSON', '[]']) await deliver(body)
  await deliver('{"t":"One"}', 'whsec_other')

  const unprofiled = await post('/agent-runs', run('unprofiled', 'r-1'))
  await post('/agent-runs', run('unprofiled', 'r-2'))
  await post(`/agent-runs/${unprofiled.data[0].id}/events`, ['x', 'y'].map(toolCall))
  await post('/ai-evaluations', drift(scenario.systemId))
  await call(at.baseUrl, '/api/v1/assets', { key, body: {}, headers: { 'idempotency-key': 'k' } })
  const keyed = (idempotencyKey: string, name: string) =>
    call(at.baseUrl, '/api/v1/assets', {
      key,
      body: { ...ASSET, name },
      headers: { 'idempotency-key': idempotencyKey },
    })
  for (const one of ['k-1', 'k-2']) await keyed(one, 'Server')
  await keyed('k-1', 'Server')
  await call(at.baseUrl, '/api/v1/incidents?status=open', { key })
  const notifications = createClient(NotificationService, at.composition.transports.ledger)
  const announcement = {
    apiVersion: 'v1',
    deprecatedAt: timestamp(inDays(30)),
    sunsetAt: timestamp(inDays(365)),
    link: 'https://docs.state.example',
  }
  await notifications.announceDeprecation(
    announcement,
    as(operatorCaller('announceDeprecation', systemClock.now())),
  )
  await exported(at, admin.session)
  // After the export, every incident has its leaf, and obligations are derived from all of them.
  await asAdmin('ledger.v1.ObligationService/ListObligations', {})
  await rpc(at.baseUrl, 'attestry.ledger.v1.LogService/VerifyLog', { session: admin.session, body: {} })
  return { at, organization }
}

const ASSET = { asset_type: 'database', classification: 'restricted', business_criticality: 'high' }

function run(agent_identity: string, run_ref: string) {
  return { agent_identity, run_ref, started_at: new Date().toISOString(), model_name: 'G' }
}

function drift(ai_system_id: string) {
  const metric = { eval_type: 'drift', metric_name: 'psi', metric_value: 0.5, passed: false }
  return { ai_system_id, source: 'ci', ...metric, evaluated_at: new Date().toISOString() }
}

function inDays(days: number): Date {
  return new Date(systemClock.now().getTime() + days * 86_400_000)
}

import { afterAll, beforeAll, expect, test } from 'vitest'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { call } from '../harness/rest.ts'
import { administration, WebhookFormat } from '../webhook/support/endpoint.ts'
import { signatureOf } from '../webhook/support/send.ts'
import { keyValues, span } from './otlp-support.ts'
import { event, result, run, type Tenant, tenantOf } from './support.ts'

/** Ingestion with each service in a process of its own gives the same answers as in one process. */
let at: TestInstallation
let tenant: Tenant
beforeAll(async () => {
  at = await bootInstallation({ shape: 'split' })
  tenant = tenantOf(at)
})
afterAll(() => at.stop())

test('separate processes: the webhook’s deliveries, replays, refusals, pinned format, rotation and revocation', async () => {
  const administrator = administration(at)
  const endpoint = await administrator.make({ format: WebhookFormat.SERVICE, pinFormat: true })
  const deliver = async (body: string, secret = endpoint.secret, headers: Record<string, string> = {}) => {
    const signature = signatureOf(secret, Math.floor(Date.now() / 1000), body)
    const answer = await call(at.baseUrl, endpoint.path, {
      body,
      headers: { 'x-service-signature': signature, ...headers },
    })
    return [answer.status, answer.body.error?.code ?? answer.body.replay]
  }
  const alert = JSON.stringify({ title: 'Split', severity: 'high', external_id: 'split-1' })
  expect(await deliver(alert)).toEqual([201, undefined])
  expect(await deliver(alert)).toEqual([200, true])
  expect(await deliver(alert, 'whsec_wrong')).toEqual([401, 'unauthorized'])
  expect(await deliver('{')).toEqual([400, 'invalid_json'])
  expect(await deliver('{"severity":"high"}')).toEqual([422, 'invalid_cyberklar_payload'])
  expect(await deliver(alert, endpoint.secret, { 'x-service-format': 'vendor_siem' })).toEqual([
    400,
    'invalid_format',
  ])
  const rotated = await administrator.rotate(endpoint.id)
  expect(await deliver(alert)).toEqual([401, 'unauthorized'])
  expect(await deliver(alert, rotated)).toEqual([200, true])
  await administrator.revoke(endpoint.id)
  expect(await deliver(alert, rotated)).toEqual([401, 'unauthorized'])
  const { body } = await tenant.rest('/incidents?external_id=split-1')
  expect(body.data).toMatchObject([{ title: 'Split', source: { kind: 'webhook', id: endpoint.id } }])
})

test('separate processes: results, runs, events and spans are stored with findings, and retries are replayed', async () => {
  const systemId = await tenant.system('Apart')
  await tenant.suite(systemId, 'release', 'f1:accuracy:gte:0.8')
  await tenant.profile(systemId, 'apart', { tools: ['search'] })
  const results = [
    result({ ai_system_id: systemId, eval_suite: 'release' }),
    result({ ai_system_name: 'Apart' }),
  ]
  const headers = { 'idempotency-key': 'apart-1' }
  const hand = () =>
    call(at.baseUrl, '/api/v1/ai-evaluations', { key: tenant.organization.key, body: results, headers })
  const first = await hand()
  const again = await hand()
  expect([first.status, first.body.created, again.text]).toEqual([201, 2, first.text])
  expect((await tenant.rest('/ai-evaluations', result({ ai_system_name: 'nobody' }))).status).toBe(404)

  const ran = await tenant.rest('/agent-runs', [run({ agent_identity: 'apart' })])
  const path = `/agent-runs/${ran.body.data[0].id}/events`
  const shell = event(2, { event_type: 'tool_call', tool_name: 'shell' })
  expect((await tenant.rest(path, [event(1), shell])).body.created).toBe(2)
  expect((await tenant.rest(path, [event(1)])).body.error.details.duplicates).toHaveLength(1)
  const gate = await tenant.rest(`/gate-status/${systemId}`)
  expect(gate.body.reasons).toContain('open_drift_trigger')

  const spans = [
    span('c3'.repeat(16), '00000000000000c1', '', 0, [
      ['gen_ai.operation.name', 'invoke_agent'],
      ['gen_ai.agent.name', 'apart-otlp'],
    ]),
    span('c3'.repeat(16), '00000000000000c2', '00000000000000c1', 1, [
      ['gen_ai.operation.name', 'execute_tool'],
      ['gen_ai.tool.name', 'search'],
    ]),
  ]
  const exported = await fetch(`${at.baseUrl}/otlp/v1/traces`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tenant.organization.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      resourceSpans: [
        { resource: { attributes: keyValues([['service.name', 'apart']]) }, scopeSpans: [{ spans }] },
      ],
    }),
  })
  expect([exported.status, await exported.json()]).toEqual([200, {}])
  const { body } = await tenant.rest('/agent-runs')
  expect(body.data.map(({ agent_identity }: { agent_identity: string }) => agent_identity)).toContain(
    'apart-otlp',
  )
})

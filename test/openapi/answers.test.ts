import { afterAll, beforeAll, expect, test } from 'vitest'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { type Answer, call } from '../harness/rest.ts'
import { administration, type TestEndpoint } from '../webhook/support/endpoint.ts'
import { nowSeconds, send } from '../webhook/support/send.ts'
import { conformance, type Document } from './support.ts'

let at: TestInstallation
let document: Document
let endpoint: TestEndpoint
beforeAll(async () => {
  at = await bootInstallation()
  document = (await call(at.baseUrl, '/api/v1/openapi.json', { key: at.organization.key })).body
  endpoint = await administration(at).make()
})
afterAll(() => at.stop())

const WEBHOOK = '/api/v1/webhooks/incidents/{orgKey}'

function faults(path: string, answer: Answer): string[] {
  return conformance(document)({ method: 'POST', path, operation: document.paths[path].post }, answer)
}

test('every webhook answer conforms to the OpenAPI document, with its headers', async () => {
  const alert = { title: 'Disk encryption disabled', severity: 'high', external_id: 'one' }
  const answers: [number, Answer][] = [
    [201, await send(at.baseUrl, endpoint, alert)],
    [200, await send(at.baseUrl, endpoint, alert)],
    [400, await send(at.baseUrl, endpoint, '{')],
    [400, await send(at.baseUrl, endpoint, alert, { format: 'xml' })],
    [401, await send(at.baseUrl, endpoint, alert, { t: nowSeconds() - 3600 })],
    [401, await send(at.baseUrl, endpoint, alert, { path: '/api/v1/webhooks/incidents/whk_none' })],
    [413, await send(at.baseUrl, endpoint, { ...alert, description: 'x'.repeat(1024 * 1024) })],
    [422, await send(at.baseUrl, endpoint, {})],
    [422, await send(at.baseUrl, endpoint, alert, { format: 'vendor_siem' })],
    [422, await send(at.baseUrl, endpoint, alert, { format: 'generic_json' })],
  ]
  expect(answers.map(([, { status }]) => status)).toEqual(answers.map(([status]) => status))
  for (const [, answer] of answers) expect(faults(WEBHOOK, answer)).toEqual([])
})

test('error details about duplicates and incidents conform to the OpenAPI document', async () => {
  const { key } = at.organization
  const post = (path: string, body: unknown) => call(at.baseUrl, `/api/v1${path}`, { key, body })
  const run = { agent_identity: 'helpdesk', run_ref: 'run-1', started_at: '2026-03-01T10:00:00Z' }
  const event = { seq: 1, event_type: 'approval', occurred_at: '2026-03-01T10:00:00Z' }
  const runId = (await post('/agent-runs', run)).body.data[0].id
  await post(`/agent-runs/${runId}/events`, event)
  const incident = (await post('/incidents', { title: 'Key leaked', severity: 'high' })).body
  const status = `/incidents/${incident.id}/status`
  const answers: [string, Answer, string][] = [
    ['/agent-runs', await post('/agent-runs', run), 'duplicates'],
    ['/agent-runs', await post('/agent-runs', Array(2).fill({ ...run, run_ref: 'run-2' })), 'duplicates'],
    ['/agent-runs/{runId}/events', await post(`/agent-runs/${runId}/events`, event), 'duplicates'],
    ['/incidents/{id}/status', await post(status, { status: 'closed' }), 'unmet_obligations'],
    [
      '/incidents/{id}/status',
      await post(status, { status: 'resolved', expected_status: 'contained' }),
      'current_status',
    ],
  ]
  for (const [path, answer, member] of answers) {
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body.error.details)).toContain(member)
    expect(faults(`/api/v1${path}`, answer)).toEqual([])
  }
})

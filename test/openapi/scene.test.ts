import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cookieOf } from '../harness/control.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { call } from '../harness/rest.ts'
import {
  conformance,
  type Document,
  type Documented,
  exampleBody,
  operationsOf,
  requiredQuery,
} from './support.ts'

let at: TestInstallation
let document: Document
beforeAll(async () => {
  at = await bootInstallation()
  document = (await call(at.baseUrl, '/api/v1/openapi.json', { key: at.organization.key })).body
})
afterAll(() => at.stop())

async function control(rpc: string, body: object) {
  const headers = { cookie: cookieOf(at.organization.admin.session) }
  const answer = await call(at.baseUrl, `/api/control/${rpc}`, { body, headers })
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

test('every example of the OpenAPI document succeeds in its scenario, and every answer conforms', async () => {
  const [example] = operationsOf(document)
    .filter(({ operation }) => operation.operationId === 'submitEvaluations')
    .map(exampleBody) as {
    ai_system_name: string
    eval_suite: string
    metric_name: string
    eval_type: string
  }[]
  const { system } = await control('attestry.gate.v1.SystemService/CreateSystem', {
    name: example!.ai_system_name,
    attestationRoles: ['dpo'],
  })
  await control('attestry.gate.v1.SuiteService/CreateSuite', {
    aiSystemId: system.id,
    name: example!.eval_suite,
    thresholds: [
      {
        metricName: example!.metric_name,
        evalType: example!.eval_type,
        operator: 'OPERATOR_LTE',
        value: 0.05,
      },
    ],
  })
  const ids: { [parameter: string]: string } = { aiSystemId: system.id }
  const check = conformance(document)
  const calls = operationsOf(document)
  const ordered = [
    ...calls.filter(({ method }) => method === 'POST'),
    ...calls.filter(({ method }) => method === 'GET'),
  ]
  for (const documented of ordered) {
    const path = documented.path.replace(/\{(\w+)\}/g, (_, name) => ids[name] ?? 'unset')
    const target = `${path}${requiredQuery(documented)}`
    const body = exampleBody(documented)
    const answer = await call(at.baseUrl, target, {
      key: at.organization.key,
      ...(body === undefined ? {} : { body }),
    })
    expect(check(documented, answer)).toEqual([])
    const creates = '201' in documented.operation.responses
    expect(answer.status, `${documented.method} ${documented.path} ${answer.text}`).toBe(creates ? 201 : 200)
    if (documented.operation.operationId === 'submitRuns') ids.runId = answer.body.data[0].id
    if (documented.operation.operationId === 'createIncident') ids.id = answer.body.id
    if (documented.operation.operationId === 'queryGate') ids.decisionId = answer.body.decision_id
  }
})

test('batches as an array and under their name conform to the OpenAPI document, with their limits', async () => {
  for (const documented of operationsOf(document)) {
    const choices = documented.operation.requestBody?.content['application/json'].schema.anyOf
    if (choices === undefined) continue
    const array = choices.find((choice: Document) => choice.type === 'array')
    const named = choices.find((choice: Document) => choice.type === 'object')
    expect(named.required).toHaveLength(1)
    expect(named.properties[named.required[0]].maxItems).toBe(array.maxItems)
    const tooMany = new Array(array.maxItems + 1).fill(exampleBody(documented))
    const check = conformance(document)
    for (const body of [tooMany, { [named.required[0]]: tooMany }, [], { [named.required[0]]: [] }]) {
      const target = documented.path.replace(/\{\w+\}/g, '018f0000-0000-7000-8000-000000000001')
      const answer = await call(at.baseUrl, target, { key: at.organization.key, body })
      expect(check(documented, answer)).toEqual([])
      expect(answer.status).toBe(400)
    }
  }
})

test('the webhook’s answers conform to the OpenAPI document: received, replay and every refusal', async () => {
  const { endpoint, secret } = await control('attestry.ingestion.v1.WebhookService/CreateWebhookEndpoint', {
    name: 'documented',
    format: 'WEBHOOK_FORMAT_SERVICE',
  })
  const path = '/api/v1/webhooks/incidents/{orgKey}'
  const documented: Documented = { method: 'POST', path, operation: document.paths[path].post }
  const check = conformance(document)
  const send = async (body: string, headers: Record<string, string> = {}) => {
    const t = Math.floor(Date.now() / 1000)
    const v1 = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')
    const answer = await call(at.baseUrl, endpoint.path, {
      body,
      headers: { 'x-service-signature': `t=${t},v1=${v1}`, ...headers },
    })
    expect(check(documented, answer)).toEqual([])
    return answer
  }
  const media = documented.operation.requestBody.content['application/json']
  const native = JSON.stringify(media.examples.service.value)
  expect((await send(native)).status).toBe(201)
  expect((await send(native)).body).toEqual({ received: true, replay: true })
  expect((await send(native, { 'x-service-signature': 't=1,v1=00' })).status).toBe(401)
  expect((await send(native, { 'x-service-format': 'other' })).body.error.code).toBe('invalid_format')
  expect((await send('{')).body.error.code).toBe('invalid_json')
  expect((await send('{}')).body.error.details.missing).toEqual(['title'])
  expect((await send('{"title":7}')).status).toBe(422)
  expect((await send('{}', { 'x-service-format': 'generic_json' })).status).toBe(422)
  expect((await send('{}', { 'x-service-format': 'vendor_siem' })).status).toBe(422)
  expect((await send(' '.repeat(1024 * 1024 + 1))).status).toBe(413)
})

test('the conformance check finds an undocumented status, header, field and type', () => {
  const documented = operationsOf(document).find(({ operation }) => operation.operationId === 'createAsset')!
  const { example } = documented.operation.responses[201].content['application/json']
  const headersOf = (status: number) =>
    new Headers(Object.keys(documented.operation.responses[status].headers).map((name) => [name, '1']))
  const check = (status: number, body: unknown, sent = headersOf(201)) =>
    conformance(document)(documented, { status, headers: sent, body, text: '' })
  expect(check(201, example)).toEqual([])
  expect(check(202, example)).toHaveLength(1)
  expect(check(201, example, new Headers())).toHaveLength(4)
  expect(check(201, { ...example, undocumented: 1 })).toHaveLength(1)
  expect(check(201, { ...example, hosted_in_eu: 'yes' })).toHaveLength(1)
  expect(check(201, { ...example, id: 'not a uuid' })).toHaveLength(1)
  expect(check(400, { error: { code: 'forbidden', message: 'x' } }, headersOf(400))).toHaveLength(1)
})

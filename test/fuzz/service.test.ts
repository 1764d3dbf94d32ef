import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADDRESSED } from '../contract/support/caller.ts'
import { query } from '../contract/support/query.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { call } from '../harness/rest.ts'
import { type Document, type Documented, operationsOf } from '../openapi/support.ts'
import { administration } from '../webhook/support/endpoint.ts'
import { fuzz, patience } from './support/budget.ts'
import { type ControlInput, checkControl, controlInputs, METHODS } from './support/control.ts'
import { foundOf, keeping } from './support/found.ts'
import { makeKnown, type Names } from './support/known.ts'
import { checkRest, exampleInput, type RestInput, restInputs } from './support/rest.ts'
import {
  checkWebhook,
  type Endpoints,
  makeEndpoints,
  type WebhookInput,
  webhookInputs,
} from './support/webhook.ts'

const scene = {} as { at: TestInstallation; names: Names; document: Document; endpoints: Endpoints }
let operations: Documented[]
let recordedAtStart: number
let calls = 0
beforeAll(async () => {
  const at = await bootInstallation({ env: ADDRESSED })
  const { body } = await call(at.baseUrl, '/api/v1/openapi.json', { key: at.organization.key })
  Object.assign(scene, { at, document: body, names: await makeKnown(at) })
  scene.endpoints = await makeEndpoints(administration(at))
  operations = operationsOf(body)
  recordedAtStart = await recordedCalls()
})
afterAll(() => scene.at?.stop())

const rest = (input: RestInput) => counted(checkRest(scene, operations, input))
const webhook = (input: WebhookInput) => counted(checkWebhook(scene, input))
const control = (input: ControlInput) => counted(checkControl(scene, input))

test('inputs that earlier runs found are answered as expected', async () => {
  for (const [, input] of foundOf<RestInput>('rest')) await keeping('rest', input, rest)
  for (const [, input] of foundOf<WebhookInput>('webhook')) await keeping('webhook', input, webhook)
  // A deadline that passes on the way was answered differently from one that had passed before.
  for (const [, input] of foundOf<ControlInput>('control'))
    for (let time = 0; time < 40; time++) await keeping('control', input, control)
})

test('REST: every operation answers valid, nearly valid and hostile input as documented', {
  timeout: patience(0.5),
}, async () => {
  for (const documented of operations) {
    const seen = new Set<number>()
    const property = fc.asyncProperty(restInputs(documented, scene.document), (input) =>
      keeping('rest', input, async () => {
        seen.add(await rest(input))
      }),
    )
    await fuzz(property, 80, 0.5 / operations.length, [[exampleInput(documented)]])
    expect([documented.operation.operationId, ...seen]).toContain(
      '201' in documented.operation.responses ? 201 : 200,
    )
  }
})

test('the webhook answers changed JSON, bytes and header lines as documented', {
  timeout: patience(0.2),
}, async () => {
  const seen = new Set<number>()
  const property = fc.asyncProperty(webhookInputs(scene.document), (input) =>
    keeping('webhook', input, async () => {
      seen.add(await webhook(input))
    }),
  )
  await fuzz(property, 250, 0.2)
  expect([...seen]).toEqual(expect.arrayContaining([201, 400, 401, 422]))
})

test('the control API answers every RPC’s changed JSON and binary messages as documented', {
  timeout: patience(0.3),
}, async () => {
  const answered = new Set<string>()
  for (const method of METHODS) {
    const property = fc.asyncProperty(controlInputs(method), (input) =>
      keeping('control', input, async () => {
        if ((await control(input)) === 200) answered.add(method.name)
      }),
    )
    await fuzz(property, 25, 0.3 / METHODS.length)
  }
  // By chance 32 to 40 of 104: inputs that reach what is behind the checks.
  expect(answered.size).toBeGreaterThan(METHODS.length / 6)
})

test('the process still answers after all inputs, and its log has every call', async () => {
  expect((await call(scene.at.baseUrl, '/healthz')).status).toBe(200)
  // Counted calls have their entry when their minute is over.
  await expect.poll(recordedCalls, { interval: 1000 }).toBe(recordedAtStart + calls)
})

async function counted(status: Promise<number>): Promise<number> {
  calls += 1
  return await status
}

/** The calls in the log: one for each id, or as many as its entry counts. */
async function recordedCalls(): Promise<number> {
  const text = `
    select sum(calls) as n
    from (
      select max(coalesce((entry::jsonb -> 'details' ->> 'calls')::int, 1)) as calls
      from ledger.entries
      where entry::jsonb ->> 'via' in ('rest', 'webhook', 'control')
      group by entry::jsonb ->> 'request_id'
    ) of_requests`
  const [row] = await query<{ n: string }>(scene.at.databaseUrl, text)
  return Number(row!.n)
}

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestInstallation } from '../harness/installation.ts'
import { call } from '../harness/rest.ts'
import { bootWebhook } from './support/boot.ts'
import { type TestEndpoint, WebhookFormat } from './support/endpoint.ts'
import { nowSeconds, send } from './support/send.ts'

const ROOT = join(import.meta.dirname, '../..')
const FIXTURES = join(ROOT, 'services/ingestion/domain/webhook/fixtures')
const SAMPLES = join(ROOT, 'test/webhook/samples')
const EXPECTED: { [file: string]: (string | null)[][] | string } = JSON.parse(
  readFileSync(`${SAMPLES}.expected.json`, 'utf8'),
)
const jsonFiles = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json') && !file.endsWith('.expected.json'))
    .sort()

let at: TestInstallation
let endpointOf: () => Promise<TestEndpoint>
beforeAll(async () => {
  const { at: booted, admin } = await bootWebhook()
  at = booted
  endpointOf = () => admin.make({ format: WebhookFormat.VENDOR_SIEM })
})
afterAll(() => at.stop())

const newest = async (count: number) =>
  count === 0
    ? []
    : (await call(at.baseUrl, `/api/v1/incidents?limit=${count}`, { key: at.organization.key })).body.data

describe('every product’s alerts, as they come', () => {
  test.each(jsonFiles(FIXTURES))('%s becomes the result that the file beside it expects', async (file) => {
    const expected = JSON.parse(
      readFileSync(join(FIXTURES, file.replace(/\.json$/, '.expected.json')), 'utf8'),
    )
    await deliverAndCompare(
      readFileSync(join(FIXTURES, file)),
      expected.kind === 'invalid' ? expected : expected.alerts,
    )
  })

  test.each(jsonFiles(SAMPLES))('%s becomes the expected incidents', async (file) => {
    const expected = EXPECTED[file]!
    const refused = { code: 'invalid_vendor_siem_payload', missing: expect.any(Array), wrong_type: [] }
    const alerts = typeof expected === 'string' ? refused : expected.map(alertOf)
    await deliverAndCompare(readFileSync(join(SAMPLES, file)), alerts)
  })
})

/** Sends a body to an endpoint of its own, twice: its open alerts become incidents, once. */
async function deliverAndCompare(body: Buffer, expected: Refused | Expected[]): Promise<void> {
  const endpoint = await endpointOf()
  const t = nowSeconds()
  const answer = await send(at.baseUrl, endpoint, body, { t })
  if (!Array.isArray(expected)) {
    const { code, missing, wrong_type } = expected
    expect(answer.status).toBe(422)
    expect(answer.body.error).toMatchObject({ code, details: { missing, wrong_type } })
    return
  }
  const open = expected.filter(({ state }) => state === 'open')
  expect([answer.status, answer.text]).toEqual([open.length > 0 ? 201 : 200, '{"received":true}'])
  const opened = (await newest(open.length)).reverse()
  expect(opened).toHaveLength(open.length)
  for (const [i, incident] of opened.entries()) {
    const { title, severity, occurredAt } = open[i]!.incident
    expect(incident).toMatchObject({
      title,
      severity,
      source: { id: endpoint.id, product: open[i]!.product },
    })
    expect(incident.source.occurred_at).toBe(occurredAt)
    const late = occurredAt === null || occurredAt > incident.source.received_at
    expect(incident.detected_at).toBe(late ? incident.source.received_at : occurredAt)
  }
  const again = await send(at.baseUrl, endpoint, body, { t })
  const replay = open.length > 0 ? '{"received":true,"replay":true}' : '{"received":true}'
  expect([again.status, again.text]).toEqual([200, replay])
}

function alertOf([product, title, severity, occurredAt, , state]: (string | null)[]): Expected {
  return {
    product: product!,
    state: state!,
    incident: { title: title!, severity: severity!, occurredAt: occurredAt! },
  }
}

type Refused = { code: string; missing: unknown; wrong_type: unknown }

type Expected = {
  product: string
  state: string
  incident: { title: string; severity: string; occurredAt: string | null }
}

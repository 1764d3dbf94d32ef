import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import type { TestInstallation } from '../../harness/installation.ts'
import { call } from '../../harness/rest.ts'
import { bootWebhook } from './boot.ts'
import { type TestEndpoint, WebhookFormat } from './endpoint.ts'
import { inLatestYear } from './latest-year.ts'
import { nowSeconds, send } from './send.ts'

export const SAMPLES = join(import.meta.dirname, '../samples')
const EXPECTED: { [file: string]: (string | null)[][] | string } = JSON.parse(
  readFileSync(`${SAMPLES}.expected.json`, 'utf8'),
)

export const jsonFiles = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json') && !file.endsWith('.expected.json'))
    .sort()

let at: TestInstallation
let endpointOf: () => Promise<TestEndpoint>

/** Starts an installation that receives deliveries, for the tests of a file. */
export function receiving(): void {
  beforeAll(async () => {
    const { at: booted, admin } = await bootWebhook()
    at = booted
    endpointOf = () => admin.make({ format: WebhookFormat.VENDOR_SIEM })
  })
  afterAll(() => at.stop())
}

/** Delivers a sample and checks that its alerts become the expected incidents. */
export async function deliverSample(file: string): Promise<void> {
  const expected = EXPECTED[file]!
  const refused = { code: 'invalid_vendor_siem_payload', missing: expect.any(Array), wrong_type: [] }
  const alerts = typeof expected === 'string' ? refused : expected.map(alertOf)
  await deliverAndCompare(readFileSync(join(SAMPLES, file)), alerts)
}

const newest = async (count: number) =>
  count === 0
    ? []
    : (await call(at.baseUrl, `/api/v1/incidents?limit=${count}`, { key: at.organization.key })).body.data

/** Sends a body twice to a new endpoint. Checks that its open alerts become incidents, once. */
export async function deliverAndCompare(body: Buffer, expected: Refused | Expected[]): Promise<void> {
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
  const replay = open.length > 0 ? '{"received":true,"replay":true}' : '{"received":true}'
  const again = await send(at.baseUrl, endpoint, body, { t })
  expect([again.status, again.text]).toEqual([200, replay])
  // With another signature, only the identity shows a repetition; without an identity it is another alert.
  const isIdentified = open.every(({ incident }) => incident.externalId !== null)
  const anew = await send(at.baseUrl, endpoint, body, { t: t - 1 })
  expect([anew.status, anew.text]).toEqual(isIdentified ? [200, replay] : [201, '{"received":true}'])
}

function alertOf([product, title, severity, occurredAt, externalId, state]: (string | null)[]): Expected {
  return {
    product: product!,
    state: state!,
    incident: {
      title: title!,
      severity: severity!,
      occurredAt: inLatestYear(occurredAt!, new Date()),
      externalId: externalId!,
    },
  }
}

type Refused = { code: string; missing: unknown; wrong_type: unknown }

type Expected = {
  product: string
  state: string
  incident: { title: string; severity: string; occurredAt: string | null; externalId: string | null }
}

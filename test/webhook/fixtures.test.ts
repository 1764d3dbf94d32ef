import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestInstallation } from '../harness/installation.ts'
import { call } from '../harness/rest.ts'
import { bootWebhook } from './support/boot.ts'
import { type TestEndpoint, WebhookFormat } from './support/endpoint.ts'
import { nowSeconds, send } from './support/send.ts'

const ROOT = join(import.meta.dirname, '../..')
const FIXTURES = join(ROOT, 'services/ingestion/domain/webhook/fixtures')
const SAMPLES = join(ROOT, '../shared/samples/siem')
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

const newest = async () =>
  (await call(at.baseUrl, '/api/v1/incidents?limit=1', { key: at.organization.key })).body.data[0]

describe('every product’s alerts, as they come', () => {
  test.each(jsonFiles(FIXTURES))('%s becomes what stands beside it', async (file) => {
    const expected = JSON.parse(
      readFileSync(join(FIXTURES, file.replace(/\.json$/, '.expected.json')), 'utf8'),
    )
    const body = readFileSync(join(FIXTURES, file))
    const endpoint = await endpointOf()
    const t = nowSeconds()
    const answer = await send(at.baseUrl, endpoint, body, { t })
    if (expected.kind === 'invalid') {
      expect(answer.status).toBe(422)
      expect(answer.body.error).toMatchObject({
        code: expected.code,
        details: { missing: expected.missing, wrong_type: expected.wrong_type },
      })
      return
    }
    if (expected.kind === 'acknowledged') {
      expect([answer.status, answer.text]).toEqual([200, '{"received":true}'])
      return
    }
    expect(answer.status).toBe(201)
    const { title, description, severity, affectedSystems, sourceSystem, externalId, occurredAt } =
      expected.incident
    const opened = await newest()
    expect(opened).toMatchObject({
      ...{ title, description, severity },
      affected_systems: affectedSystems,
      source: {
        ...{ kind: 'webhook', id: endpoint.id, format: 'vendor_siem', product: expected.product },
        source_system: sourceSystem,
        external_id: externalId,
        occurred_at: occurredAt,
      },
    })
    const late = occurredAt === null || occurredAt > opened.source.received_at
    expect(opened.detected_at).toBe(late ? opened.source.received_at : occurredAt)
    expect((await send(at.baseUrl, endpoint, body, { t })).text).toBe('{"received":true,"replay":true}')
  })
})

describe.skipIf(!existsSync(SAMPLES))('real samples', () => {
  test.each(existsSync(SAMPLES) ? jsonFiles(SAMPLES) : [])('%s opens an incident', async (file) => {
    const body = readFileSync(join(SAMPLES, file))
    const endpoint = await endpointOf()
    const t = nowSeconds()
    expect((await send(at.baseUrl, endpoint, body, { t })).status).toBe(201)
    expect((await send(at.baseUrl, endpoint, body, { t })).status).toBe(200)
    expect(await newest()).toMatchObject({ title: expect.stringMatching(/\S/), source: { id: endpoint.id } })
  })
})

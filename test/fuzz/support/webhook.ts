import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect } from 'vitest'
import { someAddress } from '../../contract/support/caller.ts'
import { send } from '../../contract/support/http.ts'
import type { TestInstallation } from '../../harness/installation.ts'
import { conformance, type Document } from '../../openapi/support.ts'
import { type Administration, type TestEndpoint, WebhookFormat } from '../../webhook/support/endpoint.ts'
import { nowSeconds, signatureOf } from '../../webhook/support/send.ts'
import { type ByteEdit, editBytes } from './edits.ts'
import { requireEntry } from './entry.ts'
import { hostileText, textOf } from './hostile.ts'
import { bodiesOf, sendable } from './rest.ts'

/** One delivery to an endpoint of this format. Its body is signed as sent, unless the signature is edited. */
export type WebhookInput = {
  format: keyof Endpoints
  body: { text: string; edits: ByteEdit[] }
  signature: { edits: ByteEdit[] }
  headers: [name: string, value: string][]
}

/** The endpoints of each format. */
export type Endpoints = { service: TestEndpoint; vendor_siem: TestEndpoint; generic_json: TestEndpoint }

export async function makeEndpoints({ make }: Administration): Promise<Endpoints> {
  return {
    service: await make({ format: WebhookFormat.SERVICE }),
    vendor_siem: await make({ format: WebhookFormat.VENDOR_SIEM }),
    generic_json: await make({ format: WebhookFormat.GENERIC_JSON, mapping: MAPPING }),
  }
}

/**
 * Makes deliveries close to those of real senders: with changed fields, bytes and header lines, mostly with a valid signature.
 */
export function webhookInputs(document: Document): fc.Arbitrary<WebhookInput> {
  const { examples = {} } = document.paths[PATH].post.requestBody.content['application/json']
  const seeds = [...Object.values(examples as Document).map((one) => (one as Document).value), ...FIXTURES]
  const edits = fc.array(
    fc.record({
      at: fc.nat(90),
      drop: fc.nat(3),
      put: fc.constantFrom('', '20', '2c', '3d', '30', '7431', 'c3a9'),
    }),
    { minLength: 1, maxLength: 2 },
  )
  const made = fc.record({
    format: fc.constantFrom<keyof Endpoints>('service', 'vendor_siem', 'generic_json'),
    body: bodiesOf(fc.constantFrom(...seeds)),
    signature: fc.oneof(
      { weight: 8, arbitrary: fc.constant({ edits: [] }) },
      fc.record({ edits }) as fc.Arbitrary<WebhookInput['signature']>,
    ),
    headers: fc.oneof(
      { weight: 4, arbitrary: fc.constant([]) },
      fc.array(fc.tuple(fc.constantFrom(...HEADERS), fc.oneof(FORMATS, hostileText).map(sendable)), {
        maxLength: 2,
      }),
    ) as fc.Arbitrary<WebhookInput['headers']>,
  })
  return made as fc.Arbitrary<WebhookInput>
}

/** Delivers it and checks the answer against the document and the log. @returns the status */
export async function checkWebhook(
  { at, endpoints, document }: { at: TestInstallation; endpoints: Endpoints; document: Document },
  { format, body, signature, headers }: WebhookInput,
): Promise<number> {
  const { path, secret } = endpoints[format]
  const bytes = editBytes(Buffer.from(body.text), body.edits)
  const signed = editBytes(Buffer.from(signatureOf(secret, nowSeconds(), bytes)), signature.edits)
  const line: [string, string] = ['X-Service-Signature', sendable(signed.toString('latin1'))]
  const answer = await send(at.baseUrl, {
    ...{ method: 'POST', target: path, headers: [someAddress(), line, ...headers], body: bytes },
  })
  expect(answer.status, answer.text.slice(0, 300)).toBeLessThan(500)
  const documented = { method: 'POST', path: PATH, operation: document.paths[PATH].post }
  const received = { ...answer, headers: new Headers(answer.headers as Record<string, string>) }
  expect(conformance(document)(documented, received)).toEqual([])
  await requireEntry(at, answer, { via: 'webhook', outcome: answer.status < 300 ? 'ok' : 'refused' })
  return answer.status
}

const PATH = '/api/v1/webhooks/incidents/{orgKey}'
const HEADERS = [
  'X-Service-Format',
  'X-Service-Format',
  'X-Service-Signature',
  'Content-Type',
  'Content-Encoding',
  'Cookie',
]
const FORMATS = fc.constantFrom('service', 'vendor_siem', 'generic_json', 'Service', 'service, service')
const MAPPING = textOf({
  title: { pointers: ['/title', '/alert/name', '/0'], default: 'Finding' },
  severity: { pointers: ['/severity', '/alert/level'] },
  description: { pointers: ['/description', '/alert'] },
})

/** Bodies of real products: the fixtures of the formats, and the samples of every product. */
const FIXTURES = [
  ...fixtures(new URL('../../../services/ingestion/domain/webhook/fixtures/', import.meta.url)),
  ...fixtures(new URL('../../webhook/samples/', import.meta.url)),
]

function fixtures(folder: URL): unknown[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?<!expected)\.json$/.test(name),
  )
  return names.map((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')))
}

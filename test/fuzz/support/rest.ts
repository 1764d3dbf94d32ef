import fc from 'fast-check'
import { expect } from 'vitest'
import { bearer, someAddress } from '../../contract/support/caller.ts'
import { send } from '../../contract/support/http.ts'
import type { TestInstallation } from '../../harness/installation.ts'
import { conformance, type Document, type Documented } from '../../openapi/support.ts'
import { type ByteEdit, byteEdits, editBytes, editJson, jsonEdits } from './edits.ts'
import { requireEntry } from './entry.ts'
import { hostile, hostileText, textOf } from './hostile.ts'
import { type Names, named } from './known.ts'
import { valuesOf } from './schema-values.ts'

/** One call of an operation; the body is the text with the edits made in its bytes. */
export type RestInput = {
  operation: string
  params: { [name: string]: string }
  query: [name: string, value: string][]
  headers: [name: string, value: string][]
  body: { text: string; edits: ByteEdit[] } | null
}

/** Makes calls of an operation as its document describes it: valid, nearly valid, and hostile. */
export function restInputs({ operation }: Documented, document: Document): fc.Arbitrary<RestInput> {
  const of = (schema: Document, name?: string) => valuesOf(schema, document, KNOWN, name)
  const parameters = operation.parameters as { name: string; in: string; schema: Document }[]
  const text = (schema: Document, name: string) =>
    fc.oneof({ weight: 5, arbitrary: of(schema, name).map(String) }, hostileText)
  const within = (place: string) => parameters.filter((one) => one.in === place)
  const params = Object.fromEntries(within('path').map(({ name, schema }) => [name, text(schema, name)]))
  const queries = within('query').map(({ name, schema }) => fc.tuple(fc.constant(name), text(schema, name)))
  const lines = within('header').map(({ name, schema }) =>
    fc.tuple(fc.constant(name), fc.oneof(of(schema, name).map(String), fc.constant('used-before'))),
  )
  const anyQuery = fc.tuple(hostileText, hostileText)
  const schema = operation.requestBody?.content['application/json'].schema
  const made = fc.record({
    operation: fc.constant(operation.operationId),
    params: fc.record(params) as fc.Arbitrary<RestInput['params']>,
    query: fc.oneof(
      { weight: 2, arbitrary: fc.constant([]) },
      fc.array(fc.oneof({ weight: 4, arbitrary: fc.oneof(...queries, anyQuery) }, anyQuery), {
        maxLength: 4,
      }),
    ),
    headers: fc.oneof(
      { weight: 6, arbitrary: fc.constant([]) },
      ...lines.map((line) => ({ weight: 3, arbitrary: fc.array(line, { minLength: 1, maxLength: 1 }) })),
      fc.array(fc.tuple(fc.constantFrom(...HEADERS), hostileText.map(sendable)), { maxLength: 2 }),
    ) as fc.Arbitrary<RestInput['headers']>,
    body: schema === undefined ? fc.constant(null) : bodiesOf(of(schema)),
  })
  return made as fc.Arbitrary<RestInput>
}

/** Returns the document's own example of the call, for things that exist. */
export function exampleInput({ operation }: Documented): RestInput {
  const parameters = operation.parameters as { name: keyof typeof KNOWN; in: string; required?: boolean }[]
  const known = (place: string) =>
    parameters
      .filter((one) => one.in === place && one.required)
      .map(({ name }): [string, string] => [name, String(KNOWN[name][0])])
  const example = operation.requestBody?.content['application/json'].example
  const body = example === undefined ? null : { text: textOf(example), edits: [] }
  return {
    operation: operation.operationId,
    params: Object.fromEntries(known('path')),
    query: known('query'),
    headers: [],
    body,
  }
}

/** Makes bodies close to the valid ones, changed in JSON and in bytes. */
export function bodiesOf(valid: fc.Arbitrary<unknown>): fc.Arbitrary<{ text: string; edits: ByteEdit[] }> {
  const whole = { edits: fc.constant([] as ByteEdit[]) }
  const near = fc.tuple(valid, jsonEdits(hostile)).map(([value, edits]) => textOf(editJson(value, edits)))
  return fc.oneof(
    { weight: 4, arbitrary: fc.record({ text: valid.map(textOf), ...whole }) },
    { weight: 5, arbitrary: fc.record({ text: near, ...whole }) },
    { weight: 1, arbitrary: fc.record({ text: hostile.map(textOf), ...whole }) },
    { weight: 2, arbitrary: fc.record({ text: valid.map(textOf), edits: byteEdits }) },
  )
}

/** Sends the call and checks the answer against the document and the log. @returns the status */
export async function checkRest(
  { at, names, document }: { at: TestInstallation; names: Names; document: Document },
  operations: Documented[],
  input: RestInput,
): Promise<number> {
  const documented = operations.find(({ operation }) => operation.operationId === input.operation)!
  const path = documented.path.replace(/\{(\w+)\}/g, (_, name) => segment(named(input.params[name]!, names)))
  const query = new URLSearchParams(
    input.query.map(([name, value]): [string, string] => [name, named(value, names)]),
  )
  const target = query.size === 0 ? path : `${path}?${query}`
  const sent = new Set(input.headers.map(([name]) => name.toLowerCase()))
  const headers: [string, string][] = [someAddress(), ...input.headers]
  if (!sent.has('authorization')) headers.push(bearer(at.organization.key))
  if (input.body !== null && !sent.has('content-type')) headers.push(['Content-Type', 'application/json'])
  const body =
    input.body === null ? undefined : editBytes(Buffer.from(named(input.body.text, names)), input.body.edits)
  const answer = await send(at.baseUrl, { method: documented.method, target, headers, body })
  expect(answer.status, answer.text.slice(0, 300)).toBeLessThan(500)
  const received = { ...answer, headers: new Headers(answer.headers as Record<string, string>) }
  expect(conformance(document)(documented, received)).toEqual([])
  await requireEntry(at, answer, {
    operation: input.operation,
    outcome: answer.status < 300 ? 'ok' : 'refused',
    via: 'rest',
  })
  return answer.status
}

/** Returns a path segment. Segments that a URL parser would drop or resolve (empty, `.`, `..`) are replaced by a word. */
function segment(value: string): string {
  return ['', '.', '..'].includes(value) ? 'none' : encodeURIComponent(value.toWellFormed())
}

/** Replaces the characters that Node.js's client refuses in a header line. */
export function sendable(value: string): string {
  return value.replace(/[^\t\x20-\x7e\x80-\xff]/g, '?')
}

const HEADERS = [
  ...['Content-Type', 'Accept', 'Authorization', 'Cookie', 'Content-Encoding', 'Accept-Encoding', 'Origin'],
  ...[
    'X-Request-Id',
    'X-Forwarded-Host',
    'Traceparent',
    'Idempotency-Key',
    'If-Match',
    'Range',
    'X-HTTP-Method-Override',
  ],
]

/** Words for existing things, by the names of fields and parameters. */
const KNOWN = {
  id: ['__incident__'],
  aiSystemId: ['__system__'],
  ai_system_id: ['__system__'],
  ai_system_name: ['claims-assistant'],
  eval_suite: ['release', '__suite__'],
  runId: ['__run__'],
  decisionId: ['__decision__'],
  ai_agent_profile_id: ['__profile__'],
  cursor: ['__incident__', '__run__'],
  limit: [1, 200],
  agent_identity: ['helpdesk'],
}

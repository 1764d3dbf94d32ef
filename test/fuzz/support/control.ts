import {
  type DescField,
  type DescMessage,
  type DescMethodUnary,
  fromJson,
  ScalarType,
  toBinary,
} from '@bufbuild/protobuf'
import fc from 'fast-check'
import { expect } from 'vitest'
import { isControl } from '../../../gateway/control/rpcs.ts'
import { CONTROL_SERVICES } from '../../../gateway/control/services.ts'
import { someAddress } from '../../contract/support/caller.ts'
import { UUID_V7 } from '../../contract/support/expect-error.ts'
import { send } from '../../contract/support/http.ts'
import { cookieOf } from '../../harness/control.ts'
import type { TestInstallation } from '../../harness/installation.ts'
import { type ByteEdit, byteEdits, editBytes } from './edits.ts'
import { requireEntry } from './entry.ts'
import { hostile, hostileText, textOf } from './hostile.ts'
import { type Names, named } from './known.ts'
import { bodiesOf, sendable } from './rest.ts'

/** One call of an RPC in a session: its message in JSON, sent as JSON or as binary, with edits of its bytes. */
export type ControlInput = {
  method: string
  encoding: 'json' | 'proto'
  body: { text: string; edits: ByteEdit[] }
  headers: [name: string, value: string][]
}

/** RPCs that are left out of all RPCs for people: those that end the session or make keys by the hundred. */
const ENDS = ['endSession', 'disableUser', 'changePassword', 'rotateSigningKey']
export const METHODS: DescMethodUnary[] = CONTROL_SERVICES.flatMap(({ methods }) => methods)
  .filter(isControl)
  .filter(({ localName }) => !ENDS.includes(localName))

/** Makes calls with messages that fit the proto, messages close to those, and damaged bytes. */
export function controlInputs(method: DescMethodUnary): fc.Arbitrary<ControlInput> {
  const message = messageOf(method.input)
  const fixed = {
    method: fc.constant(`${method.parent.typeName}/${method.name}`),
    headers: fc.oneof(
      { weight: 8, arbitrary: fc.constant([]) },
      fc.array(fc.tuple(fc.constantFrom(...HEADERS), hostileText.map(sendable)), { maxLength: 2 }),
    ) as fc.Arbitrary<ControlInput['headers']>,
  }
  const binary = fc.record({
    text: message.map(textOf),
    edits: fc.oneof(byteEdits, fc.constant([] as ByteEdit[])),
  })
  return fc.oneof(
    {
      weight: 2,
      arbitrary: fc.record({ ...fixed, encoding: fc.constant('json' as const), body: bodiesOf(message) }),
    },
    { weight: 1, arbitrary: fc.record({ ...fixed, encoding: fc.constant('proto' as const), body: binary }) },
  )
}

/** Sends the call in the administrator's session. @returns the status */
export async function checkControl(
  { at, names }: { at: TestInstallation; names: Names },
  input: ControlInput,
): Promise<number> {
  const method = METHODS.find(({ parent, name }) => `${parent.typeName}/${name}` === input.method)!
  const sent = new Set(input.headers.map(([name]) => name.toLowerCase()))
  const type: [string, string][] = sent.has('content-type')
    ? []
    : [['Content-Type', `application/${input.encoding}`]]
  const cookie: [string, string] = ['Cookie', cookieOf(at.organization.admin.session)]
  const answer = await send(at.baseUrl, {
    method: 'POST',
    target: `/api/control/${input.method}`,
    headers: [someAddress(), cookie, ...type, ...input.headers],
    body: bytesOf(method, input, names),
  })
  // A call with too short a deadline is answered 504.
  const late = sent.has('connect-timeout-ms') && answer.status === 504
  if (!late) expect([200, 400, 403, 404, 413, 415], answer.text.slice(0, 300)).toContain(answer.status)
  expect(answer.headers['x-request-id']).toMatch(UUID_V7)
  if (answer.status !== 200) expect(answer.body.error.code).toBeTypeOf('string')
  await requireEntry(at, answer, {
    operation: method.localName,
    outcome: answer.status === 200 ? 'ok' : 'refused',
    via: 'control',
  })
  return answer.status
}

function bytesOf(method: DescMethodUnary, { body, encoding }: ControlInput, names: Names): Buffer {
  const text = named(body.text, names)
  const plain =
    encoding === 'json' ? Buffer.from(text) : toBinary(method.input, fromJson(method.input, JSON.parse(text)))
  return editBytes(plain, body.edits)
}

/** Makes JSON messages that fit the descriptor. Their ids are often those of existing things. */
function messageOf(desc: DescMessage, depth = 0): fc.Arbitrary<unknown> {
  if (desc.typeName === 'google.protobuf.Timestamp')
    return fc
      .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
      .map((d) => d.toJSON())
  if (desc.typeName === 'google.protobuf.Struct')
    return fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }))
  const fields = depth > 3 ? [] : desc.fields
  const model = Object.fromEntries(fields.map((field) => [field.jsonName, fieldOf(field, depth)]))
  return fc.record(model, {
    requiredKeys: fields.filter(({ oneof }) => !oneof && depth === 0).map((f) => f.jsonName),
  })
}

function fieldOf(field: DescField, depth: number): fc.Arbitrary<unknown> {
  const one = (): fc.Arbitrary<unknown> => {
    if (field.message !== undefined) return messageOf(field.message, depth + 1)
    if (field.enum !== undefined) return fc.constantFrom(...field.enum.values.map(({ number }) => number))
    return scalarOf(field)
  }
  if (field.fieldKind === 'map')
    return fc.dictionary(fc.string({ unit: 'grapheme-composite', maxLength: 30 }), one(), { maxKeys: 3 })
  return field.fieldKind === 'list' ? fc.array(one(), { maxLength: 3 }) : one()
}

function scalarOf(field: DescField): fc.Arbitrary<unknown> {
  const type = 'scalar' in field ? field.scalar : undefined
  if (type === ScalarType.BOOL) return fc.boolean()
  if (type === ScalarType.BYTES) return fc.base64String({ maxLength: 64 })
  if (type === ScalarType.DOUBLE) return fc.double({ noNaN: true, noDefaultInfinity: true })
  if (type === ScalarType.INT64) return fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String)
  if (type === ScalarType.INT32) return fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer())
  const free = fc.oneof(
    fc.string({ unit: 'grapheme-composite', minLength: 1, maxLength: 30 }),
    hostile.filter((value) => typeof value === 'string' && value.isWellFormed() && !value.startsWith('<<')),
  )
  const ids = /(^|_)id$|cursor/.test(field.name) ? [fc.constantFrom(...WORDS)] : []
  return fc.oneof({ weight: 1, arbitrary: free }, ...ids.map((arbitrary) => ({ weight: 4, arbitrary })))
}

const WORDS = ['system', 'suite', 'profile', 'incident', 'run', 'key'].map((word) => `__${word}__`)
const HEADERS = [
  'Content-Type',
  'Content-Encoding',
  'Connect-Protocol-Version',
  'Connect-Timeout-Ms',
  'Accept',
  'Traceparent',
]

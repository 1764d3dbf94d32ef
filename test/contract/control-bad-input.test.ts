import { type DescField, type DescMessage, type DescMethod, ScalarType } from '@bufbuild/protobuf'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CONTROL_SERVICES } from '../../gateway/control/services.ts'
import { accessOf } from '../../services/kernel/identity/access.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { ADDRESSED, JSON_TYPE, someAddress } from './support/caller.ts'
import { entriesOf, UUID_V7 } from './support/expect-error.ts'
import { type Answer, send } from './support/http.ts'

let at: TestInstallation
/** Persons who share the calls: a person's refused calls beyond 600 a minute have no entry each (docs/decisions/0403). */
const sessions: string[] = []
const PERSONS = 5
beforeAll(async () => {
  at = await bootInstallation({ env: ADDRESSED })
  for (let n = 0; n < PERSONS; n++) sessions.push((await at.another()).admin.session)
})
afterAll(() => at.stop())

/** Every RPC for people, but those that end the session with which this file calls. */
const ENDS = ['endSession', 'disableUser', 'changePassword']
const METHODS = CONTROL_SERVICES.flatMap((service) => service.methods).filter(
  (method) =>
    method.methodKind === 'unary' && accessOf(method).control.length > 0 && !ENDS.includes(method.localName),
)

/** The value of every text field; numbers and enums go with it. */
const TEXTS: [string, string, number][] = [
  ['NUL', 'a\0b', -1],
  ['an id of nobody', '018f0000-0000-7000-8000-000000000001', 0],
  ['nothing', '', 1],
  ['100,000 characters', 'x'.repeat(100_000), 2_147_483_647],
  ['what breaks statements', `'; drop table ledger.entries; -- \n\r\t\\ {1,2} "`, -2_147_483_648],
  ['text of many scripts', '\u202e\ufeff\u{1f600}\u0301', 99],
  ['a name of JavaScript', '__proto__', 7],
]

const call = (method: DescMethod, body: string): Promise<Answer> =>
  send(at.baseUrl, {
    method: 'POST',
    target: `/api/control/${method.parent.typeName}/${method.name}`,
    headers: [
      someAddress(),
      JSON_TYPE,
      ['Cookie', `attestry_session=${sessions[METHODS.indexOf(method) % PERSONS]}`],
    ],
    body,
  })

describe.each(METHODS.map((method) => [method.localName, method] as const))('%s', (_, method) => {
  test.each(TEXTS)(
    'with %s in every field: a defined answer, never 500, and one audit entry',
    async (_, text, number) => {
      await expectDecent(await call(method, JSON.stringify(filledMessage(method.input, text, number))))
    },
  )

  test.each([
    '',
    'null',
    '[]',
    '{',
    '{"unknown":1}',
    '\ud800',
    '{"id":"\\ud800","name":"\\ud800"}',
    '['.repeat(50_000),
  ])('with the body %j: a defined answer, never 500, and one audit entry', async (body) => {
    await expectDecent(await call(method, body))
  })
})

test('login with something that cannot be an account is answered 400, 401 or 413, with one audit entry', async () => {
  const emails = ['a\0b', 'x'.repeat(100_000), "' or 1=1 --", 'nobody@example.com', '', 1, null, {}]
  for (const email of emails) {
    const answer = await send(at.baseUrl, {
      method: 'POST',
      target: '/api/control/session',
      headers: [someAddress(), JSON_TYPE],
      body: JSON.stringify({ email, password: 'no such password' }),
    })
    expect([400, 401, 413], answer.text).toContain(answer.status)
    expect(await entriesOf(at, answer)).toHaveLength(1)
  }
})

async function expectDecent(answer: Answer): Promise<void> {
  expect([200, 400, 403, 404, 413], answer.text.slice(0, 300)).toContain(answer.status)
  expect(answer.headers['x-request-id']).toMatch(UUID_V7)
  if (answer.status !== 200) expect(answer.body.error.code).toBeTypeOf('string')
  expect(await entriesOf(at, answer)).toHaveLength(1)
}

function filledMessage(
  desc: DescMessage,
  text: string,
  number: number,
  depth = 0,
): { [name: string]: unknown } {
  if (desc.typeName === 'google.protobuf.Timestamp') return new Date(0).toISOString() as never
  if (desc.typeName === 'google.protobuf.Struct') return { [text]: text }
  if (depth > 3) return {}
  return Object.fromEntries(
    desc.fields.map((field) => [field.jsonName, valueFor(field, text, number, depth)]),
  )
}

function valueFor(field: DescField, text: string, number: number, depth: number): unknown {
  const one = (): unknown => {
    if (field.fieldKind === 'message' || (field.fieldKind === 'list' && field.listKind === 'message')) {
      return filledMessage(field.message!, text, number, depth + 1)
    }
    if (field.fieldKind === 'enum' || (field.fieldKind === 'list' && field.listKind === 'enum')) return number
    return scalar('scalar' in field ? field.scalar : undefined, text, number)
  }
  if (field.fieldKind === 'map') return { [text]: text }
  return field.fieldKind === 'list' ? [one(), one()] : one()
}

function scalar(type: ScalarType | undefined, text: string, number: number): unknown {
  if (type === ScalarType.STRING) return text
  if (type === ScalarType.BOOL) return true
  if (type === ScalarType.BYTES) return Buffer.from(text).toString('base64')
  if (type === ScalarType.UINT32 || type === ScalarType.UINT64) return Math.abs(number % 2_147_483_648)
  return number
}

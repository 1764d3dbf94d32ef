import { afterAll, beforeAll, expect, test } from 'vitest'
import { rpc } from '../harness/control.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'

let at: TestInstallation
let session: string
beforeAll(async () => {
  at = await bootInstallation()
  session = at.organization.admin.session
})
afterAll(() => at.stop())

const CREATE = 'attestry.gate.v1.SystemService/CreateSystem'
const LIST_KEYS = 'attestry.ledger.v1.KeyService/ListKeys'

test.each([
  ['a byte that is no UTF-8', Buffer.from('{"name":"Caf\xe9"}', 'latin1')],
  [
    'a surrogate in UTF-8',
    Buffer.from([...Buffer.from('{"name":"'), 0xed, 0xa0, 0x80, ...Buffer.from('"}')]),
  ],
  ['a byte-order mark', Buffer.from('\ufeff{"name":"A system"}')],
])('a control API message with %s is refused', async (_, body) => {
  const answer = await rpc(at.baseUrl, CREATE, { session, body })
  expect(answer.status).toBe(400)
  expect(answer.body).toMatchObject({ code: 'invalid_argument', error: { code: 'validation_error' } })
})

test.each(['application/json; profile=x', 'Application/JSON ;charset="utf-8"; v=1'])(
  'a control API message of type %s is accepted as JSON',
  async (type) => {
    const answer = await rpc(at.baseUrl, LIST_KEYS, { session, headers: { 'content-type': type } })
    expect([answer.status, answer.body.keys[0].id]).toEqual([200, at.organization.keyId])
  },
)

test.each(['application/json; charset=utf8', 'Application/JSON;charset=UTF8'])(
  'a control API message of type %s is checked as JSON, as Connect reads it so',
  async (type) => {
    const headers = { 'content-type': type }
    const latin = Buffer.from('{"name":"Caf\xe9"}', 'latin1')
    const answer = await rpc(at.baseUrl, CREATE, { session, headers, body: latin })
    expect(answer.body.error.message).toBe('the message must be UTF-8 without a byte-order mark')
    const parts = `{"name":[${'{},'.repeat(50_000)}0]}`
    const many = await rpc(at.baseUrl, CREATE, { session, headers, body: parts })
    expect(many.body.error.message).toBe('a message has at most 20000 parts')
  },
)

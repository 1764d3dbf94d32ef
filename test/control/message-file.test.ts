import { afterAll, beforeAll, expect, test } from 'vitest'
import { rpc } from '../harness/control.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { call } from '../harness/rest.ts'

let at: TestInstallation
let id: string
beforeAll(async () => {
  at = await bootInstallation()
  const { key } = at.organization
  id = (await call(at.baseUrl, '/api/v1/incidents', { key, body: { title: 'x', severity: 'low' } })).body.id
})
afterAll(() => at.stop())

const SERVICE = 'attestry.ledger.v1.IncidentWorkService'
const as = (method: string, body: unknown) =>
  rpc(at.baseUrl, `${SERVICE}/${method}`, { session: at.organization.admin.session, body })
const attach = (fields: object) => as('AttachToIncident', { id, name: 'a.bin', ...fields })
/** Two million bytes that all differ from their neighbours. */
const BYTES = Buffer.from(Uint8Array.from({ length: 2_000_000 }, (_, n) => (n * 7919) >> 3))

test('a large file arrives as it was sent, in both alphabets', async () => {
  for (const encoding of ['base64', 'base64url'] as const) {
    const made = await attach({ content: BYTES.toString(encoding) })
    expect(made.status, made.text.slice(0, 300)).toBe(200)
    const attachmentId = made.body.attachment.id
    const { body } = await as('GetIncidentAttachment', { id, attachmentId })
    expect(BYTES.equals(Buffer.from(body.content, 'base64'))).toBe(true)
  }
})

test.each([
  ['a file that is not base64', { content: `${BYTES.toString('base64')}*` }, 'expected BYTES'],
  ['a long text and no file', { note: 'A'.repeat(2_000_000) }, 'it must have a file'],
  ['a file in another field', { other: { content: BYTES.toString('base64') } }, 'has no field of that name'],
])('a large message is refused, and nothing of it is repeated: %s', async (_, fields, problem) => {
  const refused = await attach(fields)
  expect(refused).toMatchObject({ status: 400, body: { error: { code: 'validation_error' } } })
  expect(refused.body.message).toContain(problem)
  expect(refused.text.length).toBeLessThan(1000)
})

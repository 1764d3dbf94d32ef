import { expect, test } from 'vitest'
import { sql } from '../harness/database.ts'
import { entriesOf, UUID_V7 } from './support/expect-error.ts'
import { converse } from './support/raw.ts'
import { scene } from './support/scene.ts'

const api = scene()

test('a body that does not arrive is answered 408 with a JSON error, logged, and creates nothing', async () => {
  const { id, key } = await api.at.another()
  const lines = [
    'POST /api/v1/incidents HTTP/1.1',
    'Host: attestry.test',
    `Authorization: Bearer ${key}`,
    'Content-Type: application/json',
    'Content-Length: 100',
  ]
  const { answers } = await converse(api.at.baseUrl, [`${lines.join('\r\n')}\r\n\r\n{"title"`])
  expect(answers).toHaveLength(1)
  expect(answers[0]).toMatchObject({
    status: 408,
    headers: {
      'x-request-id': expect.stringMatching(UUID_V7),
      'content-type': 'application/json; charset=utf-8',
      'x-ratelimit-limit': expect.any(String),
    },
    body: { error: { code: 'validation_error', message: expect.any(String) } },
  })
  expect(await entriesOf(api.at, answers[0]!)).toHaveLength(1)
  const made = await sql(api.at.databaseUrl, 'select from ledger.incidents where org_id = $1', [id])
  expect(made).toEqual([])
})

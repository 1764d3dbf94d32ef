import { describe, expect, test } from 'vitest'
import { LANDED, nameOf } from './endpoints.ts'
import { expectEntry, expectError } from './support/expect-error.ts'
import { scene } from './support/scene.ts'

const api = scene()
const LISTS = LANDED.filter(({ query }) => query.includes('cursor'))
const UUID = '018f0000-0000-7000-8000-000000000001'

describe.each(LISTS.map((endpoint) => [nameOf(endpoint), endpoint] as const))('%s', (_, endpoint) => {
  test.each([
    ['limit=0', 'limit'],
    ['limit=201', 'limit'],
    ['limit=-1', 'limit'],
    ['limit=1.5', 'limit'],
    ['limit=abc', 'limit'],
    ['limit=', 'limit'],
    ['limit', 'limit'],
    ['limit=+5', 'limit'],
    ['limit=%205', 'limit'],
    ['limit=1e2', 'limit'],
    ['limit=0x10', 'limit'],
    ['limit=00000000000000000001', 'limit'],
    ['limit=99999999999999999999', 'limit'],
    ['limit=%D9%A1', 'limit'],
    ['limit=%00', 'limit'],
    ['limit=NaN', 'limit'],
    ['limit=10&limit=10', 'limit'],
    ['limit=10&limit=20', 'limit'],
    ['%6cimit=10&limit=10', 'limit'],
    ['cursor=', 'cursor'],
    ['cursor=null', 'cursor'],
    ['cursor=abc', 'cursor'],
    [`cursor=${UUID}x`, 'cursor'],
    [`cursor=${UUID.replaceAll('-', '')}`, 'cursor'],
    [`cursor=${UUID}&cursor=${UUID}`, 'cursor'],
  ])('?%s: 400 naming the parameter, recorded once', async (query, name) => {
    const answer = await api.send(endpoint, { query: `?${query}` })
    expectError(answer, 400, 'validation_error')
    expect(Object.keys(answer.body.error.details.fieldErrors)).toEqual([name])
    await expectEntry(api.at, answer, { outcome: 'refused', code: 'validation_error' })
  })

  test('everything that is wrong is said at once', async () => {
    const answer = await api.send(endpoint, { query: '?limit=0&cursor=x' })
    expect(Object.keys(answer.body.error.details.fieldErrors).sort()).toEqual(['cursor', 'limit'])
  })

  test.each([
    'limit=1',
    'limit=200',
    `cursor=${UUID}`,
    `cursor=${UUID.toUpperCase()}`,
    'LIMIT=0',
    '%zz=1',
    '&&',
    '=',
  ])('?%s is accepted', async (query) => {
    expect((await api.send(endpoint, { query: `?${query}` })).status).toBe(200)
  })

  test('unknown parameters are ignored and never echoed, also repeated', async () => {
    const answer = await api.send(endpoint, { query: '?limit=0&echo%3Cscript%3E=1&echo%3Cscript%3E=2' })
    expect(answer.status).toBe(400)
    expect(answer.text).not.toContain('echo')
  })
})

const STATUS_FILTER = LANDED.find(({ path }) => path === '/eval-suites')!

test.each([
  'status=retired',
  'status=ACTIVE',
  'status=',
  'status=active&status=active',
  'ai_system_id=1',
  'ai_system_id=',
])('GET /api/v1/eval-suites?%s: an unlisted or malformed filter is 400', async (query) => {
  expectError(await api.send(STATUS_FILTER, { query: `?${query}` }), 400, 'validation_error')
})

test('a well-formed id that names nothing of the organization gives an empty list', async () => {
  const answer = await api.send(STATUS_FILTER, { query: `?ai_system_id=${UUID}` })
  expect(answer.body).toEqual({ data: [], next_cursor: null })
})

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
  ])('?%s is answered 400, which names the parameter, with one audit entry', async (query, name) => {
    const answer = await api.send(endpoint, { query: `?${query}` })
    expectError(answer, 400, 'validation_error')
    const { fieldErrors } = answer.body.error.details
    expect(Object.keys(fieldErrors)).toEqual([name])
    expect(fieldErrors[name]).toHaveLength(1)
    await expectEntry(api.at, answer, { outcome: 'refused', code: 'validation_error' })
  })

  test('an error names all invalid parameters at once', async () => {
    const answer = await api.send(endpoint, { query: '?limit=0&cursor=x' })
    expect(Object.keys(answer.body.error.details.fieldErrors).sort()).toEqual(['cursor', 'limit'])
  })

  test.each(['limit=1', 'limit=200', `cursor=${UUID}`, `cursor=${UUID.toUpperCase()}`, '&&', '='])(
    '?%s is accepted',
    async (query) => {
      expect((await api.send(endpoint, { query: `?${query}` })).status).toBe(200)
    },
  )

  test.each([
    ['LIMIT=0', 'LIMIT', 'limit'],
    ['crusor=', 'crusor', 'cursor'],
    ['colour=1&colour=2', 'colour', undefined],
  ])(
    '?%s is answered 400, which names the parameter and the nearest known one',
    async (query, name, near) => {
      const answer = await api.send(endpoint, { query: `?${query}` })
      expectError(answer, 400, 'validation_error')
      const hint = near === undefined ? '' : `; did you mean ${near}?`
      expect(answer.body.error.details.fieldErrors).toEqual({
        [name]: [`is not a parameter of this operation${hint}`],
      })
      await expectEntry(api.at, answer, { outcome: 'refused', code: 'validation_error' })
    },
  )

  test('an unknown parameter whose name is not plain text is refused without an echo', async () => {
    for (const query of ['?echo%3Cscript%3E=1&echo%3Cscript%3E=2', '?%zz=1']) {
      const answer = await api.send(endpoint, { query })
      expectError(answer, 400, 'validation_error')
      expect(answer.body.error.details.formErrors).toEqual([
        'the query has a parameter that this operation does not know',
      ])
      expect(answer.text).not.toContain('script')
    }
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
])('GET /api/v1/eval-suites?%s is answered 400, as the filter is unknown or malformed', async (query) => {
  expectError(await api.send(STATUS_FILTER, { query: `?${query}` }), 400, 'validation_error')
})

test('GET /api/v1/eval-suites with an unknown ai_system_id gives an empty list', async () => {
  const answer = await api.send(STATUS_FILTER, { query: `?ai_system_id=${UUID}` })
  expect(answer.body).toEqual({ data: [], next_cursor: null })
})

test.each(
  LANDED.filter(({ method, query }) => method === 'GET' && query.length === 0).map(
    (one) => [nameOf(one), one] as const,
  ),
)('%s has no parameters, and refuses any', async (_, endpoint) => {
  const answer = await api.send(endpoint, { query: '?limit=1' })
  expectError(answer, 400, 'validation_error')
  expect(Object.keys(answer.body.error.details.fieldErrors)).toEqual(['limit'])
})

const INCIDENTS = LANDED.find(({ method, path }) => method === 'GET' && path === '/incidents')!

test.each([
  ['status=opened', 'status'],
  ['status=', 'status'],
  ['status=open,,closed', 'status'],
  ['status=open&status=nobody', 'status'],
  ['status=open&status=', 'status'],
  [Array(21).fill('severity=low').join('&'), 'severity'],
  ['is_significant=true&is_significant=true', 'is_significant'],
  [`severity=${Array(21).fill('low').join(',')}`, 'severity'],
  ['is_significant=yes', 'is_significant'],
  ['is_significant=__proto__', 'is_significant'],
  ['created_since=yesterday', 'created_since'],
  ['created_since=1999-12-31T23:59:59Z', 'created_since'],
  ['external_id=', 'external_id'],
  [`external_id=${'x'.repeat(201)}`, 'external_id'],
  ['search=', 'search'],
  ['search=%00', 'search'],
  ['search=%21%21', 'search'],
  ['sort=severity', 'sort'],
])('GET /api/v1/incidents?%s is answered 400, which names the filter', async (query, name) => {
  const answer = await api.send(INCIDENTS, { query: `?${query}` })
  expectError(answer, 400, 'validation_error')
  expect(Object.keys(answer.body.error.details.fieldErrors)).toEqual([name])
})

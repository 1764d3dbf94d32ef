import { describe, expect, test } from 'vitest'
import { OPERATIONS } from '../../gateway/operations/index.ts'
import { INSTALLATION_ID } from '../../services/kernel/values/ids.ts'
import { type Endpoint, LANDED, nameOf } from './endpoints.ts'
import { bearer } from './support/caller.ts'
import { expectEntry, expectError, UUID_V7 } from './support/expect-error.ts'
import { scene } from './support/scene.ts'

const api = scene()
const key = (): string => api.at.organization.key
const COOKIE: [string, string] = ['Cookie', 'session=abc']
const FORGED = '018f0000-0000-7000-8000-00000000abcd'

describe.each(LANDED.map((endpoint) => [nameOf(endpoint), endpoint] as const))('%s', (_, endpoint) => {
  const operation = operationOf(endpoint)

  test('a valid key with the permission is served, with every header and one audit entry', async () => {
    const answer = await api.send(endpoint, { headers: [['X-Request-Id', FORGED]] })
    expect(answer.status).toBe(endpoint.success)
    expect(answer.headers['x-request-id']).toMatch(UUID_V7)
    expect(answer.headers['x-request-id'], 'never taken from the client').not.toBe(FORGED)
    expect(answer.headers['x-ratelimit-limit']).toBe('1000000')
    expect(Number(answer.headers['x-ratelimit-remaining'])).toBeLessThan(1_000_000)
    const reset = Number(answer.headers['x-ratelimit-reset'])
    expect(reset % 60, 'a whole minute, in Unix seconds').toBe(0)
    expect(Math.abs(reset * 1000 - Date.now())).toBeLessThan(120_000)
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    const { id: organization_id, keyId } = api.at.organization
    const actor = { kind: 'api_key', id: keyId }
    await expectEntry(api.at, answer, {
      operation,
      outcome: 'ok',
      code: null,
      organization_id,
      actor: actor as never,
    })
  })

  test.each<[string, () => [string, string][]]>([
    ['no key', () => []],
    ['an unknown key', () => [bearer(`atk_${'x'.repeat(40)}`)]],
    ['a key with one character changed', () => [bearer(flipped(key()))]],
    ['an empty key', () => [['Authorization', 'Bearer ']]],
    ['another scheme', () => [['Authorization', `Basic ${Buffer.from(`:${key()}`).toString('base64')}`]]],
    ['no scheme', () => [['Authorization', key()]]],
    ['two Authorization lines', () => [bearer(key()), bearer(key())]],
    ['two Authorization lines, one unknown', () => [bearer('nothing'), bearer(key())]],
    ['two keys in one line', () => [['Authorization', `Bearer ${key()}, Bearer ${key()}`]]],
    ['a cookie and no key', () => [COOKIE]],
    ['a cookie beside a valid key', () => [COOKIE, bearer(key())]],
    ['an empty cookie beside a valid key', () => [['Cookie', ''], bearer(key())]],
    ['the key in another header', () => [['X-Api-Key', key()]]],
  ])('%s: 401, counted for the address, and logged as anonymous', async (_, authorization) => {
    const answer = await api.send(endpoint, { authorization: authorization() })
    expectError(answer, 401, 'unauthorized')
    expect(answer.headers['x-ratelimit-limit']).toBe('60')
    expect(answer.headers['x-ratelimit-remaining']).toBe('59')
    const actor = { kind: 'anonymous', id: null, name: null }
    await expectEntry(api.at, answer, {
      operation,
      outcome: 'refused',
      code: 'unauthorized',
      organization_id: INSTALLATION_ID,
      actor,
    })
  })

  test('every 401 is the same, whatever was wrong', async () => {
    const none = await api.send(endpoint, { authorization: [] })
    const unknown = await api.send(endpoint, { authorization: [bearer('atk_unknown')] })
    const cookie = await api.send(endpoint, { authorization: [COOKIE, bearer(key())] })
    expect(unknown.text).toBe(none.text)
    expect(cookie.text).toBe(none.text)
  })

  test('a revoked key is answered 401 from the next call on', async () => {
    const made = await api.at.organization.makeKey({})
    const authorization = [bearer(made.key)]
    expect((await api.send(endpoint, { authorization })).status).toBe(endpoint.success)
    await api.at.organization.revokeKey(made.id)
    expectError(await api.send(endpoint, { authorization }), 401, 'unauthorized')
  })

  test.each(['bearer', 'BEARER', 'bEaReR'])('the scheme spelled %s is accepted', async (scheme) => {
    const answer = await api.send(endpoint, { authorization: [['Authorization', `${scheme} ${key()}`]] })
    expect(answer.status).toBe(endpoint.success)
  })

  test('an unknown query parameter does not change the operation', async () => {
    const answer = await api.send(endpoint, { query: '?unknown=1&unknown=2&__proto__=3' })
    expect(answer.status).toBe(endpoint.method === 'GET' ? 400 : endpoint.success)
    if (endpoint.method === 'GET') expect(answer.body.error.details.fieldErrors).toHaveProperty('unknown')
  })

  if (endpoint.permission !== null) {
    test('a key with all permissions but the needed one is answered 403, which names it, and logged under the key', async () => {
      const { permission } = endpoint
      const others = allPermissions().filter((one) => one !== permission)
      const made = await api.at.organization.makeKey({ permissions: others, name: 'narrow' })
      const answer = await api.send(endpoint, { authorization: [bearer(made.key)] })
      expectError(answer, 403, 'forbidden')
      expect(answer.body.error.details).toEqual({ permission })
      expect(answer.headers['x-ratelimit-limit']).toBe('1000000')
      const actor = { kind: 'api_key', id: made.id, name: 'narrow' }
      await expectEntry(api.at, answer, { operation, outcome: 'refused', code: 'forbidden', actor })
    })

    test('a key with only the needed permission is served', async () => {
      const made = await api.at.organization.makeKey({ permissions: [endpoint.permission!] })
      expect((await api.send(endpoint, { authorization: [bearer(made.key)] })).status).toBe(endpoint.success)
    })
  } else {
    test('any valid key is served', async () => {
      const made = await api.at.organization.makeKey({ permissions: ['gate:query'] })
      expect((await api.send(endpoint, { authorization: [bearer(made.key)] })).status).toBe(endpoint.success)
    })
  }

  if (endpoint.addon !== null) {
    test('an organization without the add-on is answered 403, which names it', async () => {
      const answer = await api.send(endpoint, { authorization: [bearer(api.other.key)] })
      expectError(answer, 403, 'forbidden')
      expect(answer.body.error.details).toEqual({ addon: endpoint.addon })
    })
  }

  test.each(otherMethods(endpoint))('%s on its path: 404 with a key, 401 without one', async (method) => {
    const other = { ...endpoint, method: method as 'GET', bodyLimit: null, least: null }
    const answer = await api.send(other)
    expect(answer.status).toBe(404)
    if (method !== 'HEAD') expectError(answer, 404, 'not_found')
    await expectEntry(api.at, answer, {
      operation: 'unknownOperation',
      outcome: 'refused',
      code: 'not_found',
    })
    expect((await api.send(other, { authorization: [] })).status).toBe(401)
  })
})

test.each([
  '/',
  '',
  '/incident',
  '/incidents/',
  '/Incidents',
  '/incidents//',
  '/incidents/a/b',
  '/openapi',
  '/../v1/incidents',
  '/incidents;x=1',
  '/incidents#x',
])('the unknown path /api/v1%s: 404 with a key, 401 without one', async (path) => {
  const endpoint = { ...LANDED[0]!, method: 'GET' as const, path, bodyLimit: null }
  const answer = await api.send(endpoint)
  expectError(answer, 404, 'not_found')
  expect(answer.headers['x-ratelimit-limit']).toBe('1000000')
  expectError(await api.send(endpoint, { authorization: [] }), 401, 'unauthorized')
})

function operationOf({ method, path }: Endpoint): string {
  return OPERATIONS.find((one) => one.method === method && one.path === path)!.id
}

function allPermissions(): string[] {
  return [...new Set(LANDED.flatMap(({ permission }) => (permission === null ? [] : [permission])))]
}

function otherMethods({ path }: Endpoint): string[] {
  const known = LANDED.filter((one) => one.path === path).map(({ method }) => method as string)
  return ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'].filter((one) => !known.includes(one))
}

function flipped(key: string): string {
  return key.slice(0, -1) + (key.endsWith('a') ? 'b' : 'a')
}

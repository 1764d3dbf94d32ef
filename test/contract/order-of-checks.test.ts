import { describe, expect, test } from 'vitest'
import { type Endpoint, LANDED } from './endpoints.ts'
import { bearer } from './support/caller.ts'
import { expectError } from './support/expect-error.ts'
import { type Change, scene } from './support/scene.ts'
import { inOneWindow, insideOneWindow } from './support/window.ts'

/**
 * docs/decisions/0006-order-of-checks.md: key and cookie (401) → quota of the key (429) → route (404) → permission (403) →
 * add-on (403) → media type (415) → size (413) → JSON (400) → schema (400). A request that is wrong in two ways is
 * answered for the earlier one.
 */
type Wrong = {
  name: string
  status: number
  code: string
  change: () => Promise<Change> | Change
  endpoint?: Endpoint
}

const api = scene()
const create = LANDED.find(({ path, method }) => path === '/incidents' && method === 'POST')!
const gate = LANDED.find(({ path }) => path.startsWith('/gate-status'))!

const spent = async (): Promise<string> => {
  const { key } = await api.at.organization.makeKey({ rateLimit: 1 })
  await insideOneWindow()
  await api.send(create, { authorization: [bearer(key)] })
  return key
}

const WRONG: Wrong[] = [
  { name: 'no key', status: 401, code: 'unauthorized', change: () => ({ authorization: [] }) },
  { name: 'cookie', status: 401, code: 'unauthorized', change: () => ({ headers: [['Cookie', 'a=b']] }) },
  {
    name: 'quota used up',
    status: 429,
    code: 'rate_limited',
    change: async () => ({ authorization: [bearer(await spent())] }),
  },
  { name: 'unknown path', status: 404, code: 'not_found', change: () => ({ path: '/incident' }) },
  {
    name: 'permission missing',
    status: 403,
    code: 'forbidden',
    change: async () => ({
      authorization: [bearer((await api.at.organization.makeKey({ permissions: ['gate:query'] })).key)],
    }),
  },
  {
    name: 'media type',
    status: 415,
    code: 'unsupported_media_type',
    change: () => ({ media: [['Content-Type', 'text/plain']] }),
  },
  {
    name: 'size',
    status: 413,
    code: 'payload_too_large',
    change: () => ({ body: '{'.repeat(create.bodyLimit! + 1) }),
  },
  { name: 'JSON', status: 400, code: 'validation_error', change: () => ({ body: '{' }) },
]

const PAIRS = WRONG.flatMap((earlier, i) =>
  WRONG.slice(i + 1).map((later) => [earlier, later] as const),
).filter(([earlier, later]) => earlier.status !== later.status)

describe.each(PAIRS.map(([earlier, later]) => [earlier.name, later.name, earlier, later] as const))(
  'with both %s and %s',
  (_a, _b, earlier, later) => {
    test(`the first is answered: ${earlier.status}`, async () => {
      const [first, second] = [await earlier.change(), await later.change()]
      const headers = [...(first.headers ?? []), ...(second.headers ?? [])]
      const answer = await api.send(create, { ...second, ...first, headers })
      expectError(answer, earlier.status, earlier.code)
    })
  },
)

test('the permission is checked before the add-on', async () => {
  const { key } = await api.other.makeKey({ permissions: ['incidents:read'] })
  const answer = await api.send(gate, { authorization: [bearer(key)] })
  expectError(answer, 403, 'forbidden')
  expect(answer.body.error.details).toEqual({ permission: 'gate:query' })
})

test('the add-on is checked before the id', async () => {
  const answer = await api.send(gate, { authorization: [bearer(api.other.key)], path: '/gate-status/x' })
  expectError(answer, 403, 'forbidden')
  expect(answer.body.error.details).toEqual({ addon: 'agent_governance' })
})

test('an address with an empty bucket is answered 429 before anything else, but never with a valid key', () =>
  inOneWindow(async () => {
    const from: [string, string] = ['X-Forwarded-For', '192.0.2.77']
    for (let i = 0; i < 60; i++) await api.send(create, { authorization: [], headers: [from] })
    const wrong = await api.send(create, { authorization: [], headers: [from], path: '/nowhere' })
    // The address that `send` gives is the first one in X-Forwarded-For: the last one counts.
    expectError(wrong, 429, 'rate_limited')
    expect((await api.send(create, { headers: [from] })).status).toBe(201)
  }))

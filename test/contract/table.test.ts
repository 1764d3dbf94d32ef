import { expect, test } from 'vitest'
import { OPERATIONS } from '../../gateway/operations/index.ts'
import { PERMISSIONS } from '../../services/kernel/identity/permissions.ts'
import { ENDPOINTS, type Endpoint, LANDED, nameOf } from './endpoints.ts'

test('the operation table equals the landed part of the hand-written list', () => {
  const running = OPERATIONS.map((entry) => ({
    endpoint: `${entry.method} /api/v1${entry.path}`,
    permission: entry.permission ?? null,
    addon: entry.addon ?? null,
    success: entry.success,
    bodyLimit: entry.body === undefined ? null : entry.bodyLimit,
    query: Object.keys(entry.query?.shape ?? {}).sort(),
  }))
  const written = LANDED.map((entry) => ({
    endpoint: nameOf(entry),
    permission: entry.permission,
    addon: entry.addon,
    success: entry.success,
    bodyLimit: entry.bodyLimit,
    query: [...entry.query].sort(),
  }))
  const byEndpoint = (rows: { endpoint: string }[]) =>
    Object.fromEntries(rows.map(({ endpoint, ...row }) => [endpoint, row]))
  expect(byEndpoint(running), 'test/contract/endpoints.ts has another list').toEqual(byEndpoint(written))
  expect(running).toHaveLength(written.length)
})

test('the hand-written list has the sixteen endpoints of docs/api.md 4 and four additions, each once', () => {
  expect(new Set(ENDPOINTS.map(nameOf)).size).toBe(20)
  expect(ENDPOINTS).toHaveLength(20)
})

test('the hand-written list names every permission, and no other', () => {
  const named = ENDPOINTS.map(({ permission }: Endpoint) => permission).filter((entry) => entry !== null)
  expect([...new Set(named)].sort()).toEqual([...PERMISSIONS].sort())
})

test('operation names are unique', () => {
  expect(new Set(OPERATIONS.map(({ id }) => id)).size).toBe(OPERATIONS.length)
})

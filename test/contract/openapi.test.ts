import { expect, test } from 'vitest'
import { ENDPOINTS, LANDED } from './endpoints.ts'
import { scene } from './support/scene.ts'

const api = scene()
const opened = LANDED.find(({ path }) => path === '/openapi.json')!

test('the OpenAPI document has exactly the endpoints of the contract, each with its possible statuses', async () => {
  const { body: document } = await api.send(opened)
  const shown = Object.entries<Record<string, { responses: object }>>(document.paths).flatMap(
    ([path, methods]) =>
      Object.entries(methods)
        .filter(([method]) => ['get', 'post', 'put', 'patch', 'delete'].includes(method))
        .map(([method, { responses }]) => [`${method.toUpperCase()} ${path}`, Object.keys(responses).sort()]),
  )
  const written = ENDPOINTS.map(({ method, path, success, refusals, auth }) => {
    const replay = auth === 'signature' ? [200] : []
    return [`${method} /api/v1${path}`, [success, ...replay, ...refusals].map(String).sort()]
  })
  expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(written))
})

test('the OpenAPI document names the permission of every operation', async () => {
  const { body: document } = await api.send(opened)
  for (const { method, path, permission } of LANDED) {
    if (permission === null) continue
    const operation = document.paths[`/api/v1${path}`][method.toLowerCase()]
    expect(JSON.stringify(operation), `${method} ${path}`).toContain(permission)
  }
})

test('the OpenAPI document names Idempotency-Key and Idempotent-Replayed exactly where something is created', async () => {
  const { body: document } = await api.send(opened)
  for (const { method, path, success } of LANDED) {
    const { parameters, responses } = document.paths[`/api/v1${path}`][method.toLowerCase()]
    const header = parameters.find((one: { in: string }) => one.in === 'header')
    const marked = Object.keys(responses[success].headers).includes('Idempotent-Replayed')
    const named = header?.name === 'Idempotency-Key' && header.required === false
    expect([named, marked], `${method} ${path}`).toEqual([success === 201, success === 201])
  }
})

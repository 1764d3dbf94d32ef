import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PERMISSIONS } from '../../services/kernel/identity/permissions.ts'
import { inOneWindow } from '../contract/support/window.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { call } from '../harness/rest.ts'
import {
  conformance,
  type Document,
  type Documented,
  exampleBody,
  exampleTarget,
  operationsOf,
} from './support.ts'

let at: TestInstallation
let document: Document
beforeAll(async () => {
  at = await bootInstallation()
  document = (await call(at.baseUrl, '/api/v1/openapi.json', { key: at.organization.key })).body
})
afterAll(() => at.stop())

/** Sends the operation's own example, changed as the test wants, and expects an answer as documented. */
async function conforms(
  documented: Documented,
  options: Parameters<typeof call>[2],
  target = exampleTarget(documented),
) {
  const body = exampleBody(documented)
  const answer = await call(at.baseUrl, target, {
    key: at.organization.key,
    ...(body === undefined ? {} : { body }),
    ...options,
    method: documented.method,
  })
  expect(conformance(document)(documented, answer)).toEqual([])
  return answer
}

test('the OpenAPI document passes redocly lint with recommended-strict', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'attestry-openapi-'))
  try {
    await writeFile(join(dir, 'openapi.json'), JSON.stringify(document))
    const redocly = fileURLToPath(new URL('../../node_modules/@redocly/cli/bin/cli.js', import.meta.url))
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      [redocly, 'lint', 'openapi.json', '--extends=recommended-strict', '--format=json'],
      { cwd: dir, env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' } },
    ).catch((error: { stdout: string; stderr: string }) => error)
    expect(JSON.parse(stdout || stderr)).toMatchObject({ totals: { errors: 0, warnings: 0, ignored: 0 } })
  } finally {
    await rm(dir, { recursive: true })
  }
})

test('the OpenAPI document names the base URL, the bearer scheme and every permission', async () => {
  expect(document.openapi).toMatch(/^3\.1\./)
  expect(document.servers[0].url).toBe('http://attestry.test')
  expect(document.components.securitySchemes.bearerAuth).toMatchObject({ type: 'http', scheme: 'bearer' })
  const named = operationsOf(document).flatMap(({ operation }) => operation['x-permission'] ?? [])
  const listed = document['x-permissions'].map((use: { permission: string }) => use.permission)
  expect(listed).toEqual(expect.arrayContaining(named))
})

test('the OpenAPI document is readable with any valid key, and not without one', async () => {
  const { key } = await at.organization.makeKey({ permissions: ['gate:query'] })
  expect((await call(at.baseUrl, '/api/v1/openapi.json', { key })).body).toEqual(document)
  expect((await call(at.baseUrl, '/api/v1/openapi.json')).status).toBe(401)
})

test('every answer to an example of the OpenAPI document conforms to it', async () => {
  for (const documented of operationsOf(document)) {
    const { status } = await conforms(documented, {})
    expect([200, 201, 404], `${documented.method} ${documented.path}`).toContain(status)
  }
  for (const documented of operationsOf(document).filter(({ method }) => method === 'GET')) {
    const answer = await conforms(documented, {})
    const list = answer.body.data
    if (Array.isArray(list) && list.length > 0) await conforms(documented, {}, `${documented.path}?limit=1`)
  }
})

test('every stored thing is returned as the OpenAPI document says', async () => {
  for (const documented of operationsOf(document)) {
    const parent = documented.path.replace(/\/\{\w+\}$/, '')
    if (
      documented.method !== 'GET' ||
      parent === documented.path ||
      document.paths[parent]?.get?.operationId.startsWith('list') !== true
    )
      continue
    const { body } = await call(at.baseUrl, parent, { key: at.organization.key })
    for (const { id } of body.data.slice(0, 3)) {
      expect((await conforms(documented, {}, `${parent}/${id}`)).status).toBe(200)
    }
  }
})

test('401, 403 and 429 conform to the OpenAPI document', async () => {
  for (const documented of operationsOf(document)) {
    const needed = documented.operation['x-permission']
    const permissions = PERMISSIONS.filter((permission) => permission !== needed)
    const { key } = await at.organization.makeKey({ permissions })
    expect((await conforms(documented, { key: '' })).status).toBe(401)
    expect((await conforms(documented, { headers: { cookie: 'session=x' } })).status).toBe(401)
    expect((await conforms(documented, { key })).status).toBe(needed === undefined ? 200 : 403)
    await inOneWindow(async () => {
      const used = await at.organization.makeKey({ rateLimit: 1 })
      await call(at.baseUrl, '/api/v1/openapi.json', { key: used.key })
      const limited = await conforms(documented, { key: used.key })
      expect(limited.status).toBe(429)
      expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0)
    })
  }
})

test('400, 413 and 415 conform to the OpenAPI document', async () => {
  for (const documented of operationsOf(document)) {
    if (documented.operation.requestBody !== undefined) {
      const text = { headers: { 'content-type': 'text/plain' } }
      expect((await conforms(documented, text)).status).toBe(415)
      expect((await conforms(documented, { body: '{' })).status).toBe(400)
      expect((await conforms(documented, { body: '7' })).status).toBe(400)
      expect((await conforms(documented, { body: '{"title":7}' })).status).toBe(400)
      expect((await conforms(documented, { body: Buffer.alloc(17 * 1024 * 1024, 32) })).status).toBe(413)
    }
    for (const { name } of documented.operation.parameters.filter(
      (found: Document) => found.in === 'query',
    )) {
      if (name === 'limit')
        expect((await conforms(documented, {}, `${exampleTarget(documented)}?limit=0`)).status).toBe(400)
    }
  }
})

import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { PERMISSIONS } from '../../services/kernel/identity/permissions.ts'
import { OPERATIONS } from '../operations/index.ts'
import { operation } from '../operations/operation.ts'
import { openapiDocument } from './document.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test reads any part of the document.
const document = openapiDocument(OPERATIONS, 'https://attestry.test') as any

test('the OpenAPI document has every operation, with its path, method and permission', () => {
  for (const { id, method, path, permission } of OPERATIONS) {
    const found = document.paths[`/api/v1${path}`]?.[method.toLowerCase()]
    expect(found, `${method} ${path}`).toMatchObject({ operationId: id })
    expect(found['x-permission']).toBe(permission)
    expect(found.security).toEqual([{ bearerAuth: [] }])
    expect(found.description).toContain(permission ?? 'no particular permission')
  }
})

test('the OpenAPI document lists every permission that a key can have', () => {
  expect(document['x-permissions'].map((use: { permission: string }) => use.permission)).toEqual(PERMISSIONS)
})

test('every example in the OpenAPI document validates against its schema', () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  formats.default(ajv)
  ajv.addSchema({ ...document, $id: 'document' })
  let checked = 0
  walk(document.paths, '#/paths', (value, pointer) => {
    if (!('schema' in value)) return
    const examples =
      'examples' in value
        ? Object.values(value.examples).map((example) => (example as { value: unknown }).value)
        : 'example' in value
          ? [value.example]
          : []
    for (const example of examples) {
      const validate = ajv.compile({ $ref: `document${pointer}/schema` })
      expect(validate(example), `${pointer}: ${ajv.errorsText(validate.errors)}`).toBe(true)
      checked += 1
    }
  })
  expect(checked).toBeGreaterThan(OPERATIONS.length)
})

test('an operation documents exactly the errors that follow from its declaration', () => {
  const bare = operation({
    rpc: 'readNothing',
    method: 'GET',
    path: '/nothing',
    summary: 'Nothing',
    tag: 'Test',
    response: z.object({}),
    handle: async () => ({}),
  })
  const full = operation({
    rpc: 'writeEverything',
    method: 'POST',
    path: '/everything/{id}',
    permission: 'assets:write',
    summary: 'Everything',
    tag: 'Test',
    params: z.object({ id: z.string() }),
    body: z.object({}),
    response: z.object({}),
    errors: { 404: 'No such thing.' },
    deprecated: {
      since: new Date('2026-01-01'),
      sunset: new Date('2027-01-01'),
      link: 'https://attestry.test/docs',
    },
    handle: async () => ({}),
  })
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  const { paths } = openapiDocument([bare, full], '') as any
  const everything = paths['/api/v1/everything/{id}'].post
  expect(Object.keys(paths['/api/v1/nothing'].get.responses)).toEqual(['200', '400', '401', '429', '500'])
  expect(Object.keys(everything.responses)).toEqual([
    '201',
    '400',
    '401',
    '403',
    '404',
    '408',
    '413',
    '415',
    '429',
    '500',
  ])
  expect(everything.responses[404].description).toBe('No such thing.')
  expect(everything.deprecated).toBe(true)
  expect(Object.keys(everything.responses[201].headers)).toContain('Sunset')
  expect(Object.keys(everything.responses[429].headers)).toContain('Retry-After')
})

test('two different schemas of one name are refused', () => {
  const one = (response: z.ZodType) =>
    operation({
      rpc: 'one',
      method: 'GET',
      path: `/${response.def.type}`,
      summary: '',
      tag: 'Test',
      response,
      handle: async () => 0,
    })
  const operations = [one(z.string().meta({ id: 'Same' })), one(z.number().meta({ id: 'Same' }))]
  expect(() => openapiDocument(operations, '')).toThrow('two different schemas are named Same')
})

// biome-ignore lint/suspicious/noExplicitAny: as above.
function walk(value: any, pointer: string, visit: (value: any, pointer: string) => void): void {
  if (typeof value !== 'object' || value === null) return
  visit(value, pointer)
  for (const [key, inner] of Object.entries(value)) {
    walk(inner, `${pointer}/${encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))}`, visit)
  }
}

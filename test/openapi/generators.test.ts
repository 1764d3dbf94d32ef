import { Spectral } from '@stoplight/spectral-core'
import { oas } from '@stoplight/spectral-rulesets'
import { expect, test } from 'vitest'
import { openapiDocument } from '../../gateway/openapi/document.ts'
import { OPERATIONS } from '../../gateway/operations/index.ts'

const document = openapiDocument(OPERATIONS, 'https://attestry.test')

test('the OpenAPI document passes spectral’s rules', async () => {
  const spectral = new Spectral()
  spectral.setRuleset({ extends: [oas as never], rules: {} })
  const found = await spectral.run(JSON.parse(JSON.stringify(document)))
  expect(found.map(({ code, path, message }) => `${code} ${path.join('.')}: ${message}`)).toEqual([])
})

test('the OpenAPI document describes every parameter, has items for every array, and no request defaults', () => {
  const problems: string[] = []
  walk(document, '', (value, path) => {
    const isParameter = typeof value.in === 'string' && typeof value.name === 'string' && 'schema' in value
    if (isParameter && !value.description) problems.push(`${path}: not described`)
    if ([value.type].flat().includes('array') && !('items' in value)) problems.push(`${path}: no items`)
    if ('default' in value) problems.push(`${path}: a default`)
  })
  expect(problems).toEqual([])
})

test('the OpenAPI document lets a result name its AI system by id or by name', () => {
  expect(document.components.schemas.EvaluationRequest).toMatchObject({
    anyOf: [{ required: ['ai_system_id'] }, { required: ['ai_system_name'] }],
    properties: { payload: { additionalProperties: true } },
  })
})

type Node = { [key: string]: unknown }

function walk(value: unknown, path: string, visit: (value: Node, path: string) => void): void {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) visit(value as Node, path)
  for (const [key, inner] of Object.entries(value)) walk(inner, `${path}/${key}`, visit)
}

import { expect, test } from 'vitest'
import { z } from 'zod'
import { openapiDocument } from '../openapi/document.ts'
import { OPERATIONS } from '../operations/index.ts'
import { operation } from '../operations/operation.ts'
import { docsPage } from './page.ts'

test('the docs page has every operation, permission and schema of the OpenAPI document', () => {
  const document = openapiDocument(OPERATIONS, 'https://attestry.test')
  const page = docsPage(document)
  for (const { id, path, permission } of OPERATIONS) {
    expect(page).toContain(`id="${id}"`)
    expect(page).toContain(`/api/v1${path}`)
    expect(page).toContain(permission ?? '')
  }
  for (const name of Object.keys(document.components.schemas)) expect(page).toContain(`id="schema-${name}"`)
})

test('the docs page names a batch’s three forms, with examples of each', () => {
  const page = docsPage(openapiDocument(OPERATIONS, 'https://attestry.test'))
  for (const list of ['evaluations', 'runs', 'events']) {
    expect(page).toContain(`or object with <code>${list}</code>`)
    expect(page).toContain(`An object with ${list}`)
  }
  for (const form of ['one', 'array', 'named']) {
    expect(page).toContain(`data-operation="submitRuns" data-language="python" data-form="${form}"`)
  }
})

test('every link within the docs page has its target, and every id is unique', () => {
  const page = docsPage(openapiDocument(OPERATIONS, 'https://attestry.test'))
  const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!)
  expect(new Set(ids).size).toBe(ids.length)
  const targets = [...page.matchAll(/href="#([^"]+)"/g)].map(([, target]) => target!)
  expect(targets.length).toBeGreaterThan(20)
  expect(targets.filter((target) => !ids.includes(target))).toEqual([])
})

test('texts of the OpenAPI document become no markup, and the docs page loads nothing from elsewhere', () => {
  const hostile = operation({
    rpc: 'readHostile',
    method: 'GET',
    path: '/hostile',
    summary: '<img src=x onerror=alert(1)> & "quotes"',
    tag: 'Test',
    response: z.object({ field: z.string().meta({ description: '`</code><script>` **<b>**' }) }),
    handle: async () => ({}),
  })
  const page = docsPage(openapiDocument([hostile], 'https://attestry.test/"><script>'))
  expect(page).not.toContain('<img src=x')
  expect(page).not.toContain('</code><script>')
  expect(page).not.toContain('<b>')
  expect(page).not.toContain('"><script>')
  expect(page.match(/<script/g)).toHaveLength(1)
  expect(page).not.toMatch(/(?:src|href)="https?:/)
  expect(page).not.toMatch(/ (?:style|on\w+)="/)
})

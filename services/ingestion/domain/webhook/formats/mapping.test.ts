import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseMapping } from './mapping.ts'

const problems = (mapping: unknown) => {
  const parsed = parseMapping(mapping)
  return parsed.ok ? [] : parsed.problems.map(({ at, message }) => `${at}: ${message}`)
}
const title = { pointers: ['/title'] }

test('a mapping with every field is accepted', () => {
  const mapping = {
    title: { pointers: ['/alert/name', '/rule/0'], default: 'Untitled alert' },
    description: { pointers: ['/text'], default: '' },
    severity: {
      pointers: ['/score'],
      map: { P1: 'critical' },
      bands: [
        { from: 0, severity: 'low' },
        { from: 7.5, severity: 'high' },
      ],
      default: 'medium',
    },
    source_system: { pointers: [], default: 'Scanner' },
    external_id: { pointers: ['/id'] },
    occurred_at: { pointers: ['/at'] },
    affected_systems: { pointers: ['/hosts'], default: ['web'] },
  }
  expect(problems(mapping)).toEqual([])
})

test.each([
  ['no object', [], ': a mapping is a JSON object'],
  ['no title', {}, '/title: is required'],
  ['a misspelt field', { title, titel: title }, '/titel: unknown field; one of title, '],
  ['a misspelt key', { title: { pointer: '/a' } }, '/title/pointer: unknown; one of pointers, default'],
  ['neither pointer nor default', { title: {} }, '/title: needs at least one pointer or a default'],
  ['a JSONPath', { title: { pointers: ['$.a'] } }, '/title/pointers/0: is no JSON Pointer'],
  [
    'eleven pointers',
    { title: { pointers: Array(11).fill('/a') } },
    '/title/pointers: is an array of at most 10',
  ],
  ['a blank default title', { title: { pointers: ['/a'], default: ' ' } }, '/title/default: is a text'],
  ['bands on a title', { title: { ...title, bands: [] } }, '/title/bands: is for severity only'],
  [
    'a default id',
    { title, external_id: { pointers: ['/i'], default: 'x' } },
    '/external_id/default: cannot have',
  ],
  [
    'an unknown severity',
    { title, severity: { ...title, map: { a: 'grave' } } },
    '/severity/map/a: is one of low',
  ],
  [
    'bands out of order',
    {
      title,
      severity: {
        ...title,
        bands: [
          { from: 5, severity: 'low' },
          { from: 5, severity: 'high' },
        ],
      },
    },
    '/severity/bands/1/from: must be greater',
  ],
  [
    '__proto__ as a field',
    JSON.parse('{"title":{"pointers":["/a"]},"__proto__":{}}'),
    '/__proto__: unknown field',
  ],
])('a mapping’s problem is reported with its place: %s', (_name, mapping, expected) => {
  expect(problems(mapping).some((problem) => problem.startsWith(expected))).toBe(true)
})

test('all problems of a mapping are reported at once', () => {
  expect(
    problems({ title: { pointers: ['a', 'b'] }, severity: { pointers: ['/s'], default: 'x' } }),
  ).toHaveLength(4)
})

test('parseMapping accepts or refuses any JSON without throwing', () => {
  const jsonish = fc.oneof(fc.jsonValue(), fc.record({ title: fc.jsonValue(), severity: fc.jsonValue() }))
  fc.assert(
    fc.property(jsonish, (value) => {
      const parsed = parseMapping(value)
      expect(parsed.ok || parsed.problems.length > 0).toBe(true)
    }),
  )
})

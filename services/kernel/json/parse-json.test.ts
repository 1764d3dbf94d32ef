import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { hasEscapedName, parseJson, readJson, repairJsonParse } from './parse-json.ts'

const engine = JSON.parse
afterEach(() => {
  JSON.parse = engine
})

/** Texts of objects whose names need an escape, or may have one, with these names. */
const names = fc.array(
  fc.constantFrom('\\', '\n', '"', '\u0001', '\t', 'a', 'n', 'é', '', 'a\\', '\\n', '__proto__', '1'),
  { minLength: 1, maxLength: 4 },
)
const written = (name: string, escapes: boolean): string =>
  escapes
    ? `"${[...name].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"`
    : JSON.stringify(name)
const objects = fc.tuple(names, fc.boolean()).map(([names, escapes]) => ({
  names: [...new Set(names)],
  text: `{${[...new Set(names)].map((name) => `${written(name, escapes)}: 0`).join(' , ')}}`,
}))

test('parseJson gives a text’s own names, whatever was parsed before', () => {
  fc.assert(
    fc.property(fc.array(objects, { minLength: 3, maxLength: 20 }), (all) => {
      for (const { names, text } of all)
        expect(Object.keys(parseJson(text) as object).sort()).toEqual([...names].sort())
    }),
    { numRuns: 500 },
  )
})

test('a text that the engine misreads is parsed correctly, also by JSON.parse once it is repaired', () => {
  const [before, text] = ['{"":1,"\\\\":0}', '{"":1,"\\n":2}']
  for (let n = 0; n < 3; n++) {
    engine(before)
    expect(parseJson(text)).toEqual({ '': 1, '\n': 2 })
  }
  repairJsonParse()
  const repaired = JSON.parse
  repairJsonParse()
  expect(JSON.parse).toBe(repaired)
  engine(before)
  expect(JSON.parse(text)).toEqual({ '': 1, '\n': 2 })
  expect(JSON.parse('[1,2]', (_, value) => (value === 1 ? 3 : value))).toEqual([3, 2])
  expect(() => JSON.parse('{"\\n":1')).toThrow(SyntaxError)
})

test('parseJson gives the engine’s value for any other text', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 5 }), fc.constantFrom('', ' ', '\n\t'), (json, space) => {
      const text = json.replaceAll(/(?<![\\])[{}[\],:]/g, (mark) => space + mark + space)
      let value: unknown
      try {
        value = engine(text)
      } catch {
        expect(() => parseJson(text)).toThrow(SyntaxError)
        return
      }
      if (!hasEscapedName(text)) expect(readJson(text, Number)).toStrictEqual(value)
      expect(parseJson(`{"\\u0061" :[${text}]}`)).toStrictEqual({ a: [parseJson(text)] })
    }),
    { numRuns: 2000 },
  )
})

test('the last of repeated names counts, and __proto__ is an ordinary name', () => {
  expect(parseJson('{"\\u0061":1,"a":2}')).toEqual({ a: 2 })
  const value = parseJson('{"\\u005f_proto__":{"x":1}}') as object
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
  expect(JSON.stringify(value)).toBe('{"__proto__":{"x":1}}')
})

test.each([
  ['{"a":"\\n"}', false],
  ['{"a\\n":1}', true],
  ['["\\"", {"b" : [ "\\\\" ] }]', false],
  ['{"a":"x\\\\","\\u0062" \n: 1}', true],
  ['{"a:\\"":1}', true],
  ['{"a":"\\":"}', false],
  ['"\\', false],
])('hasEscapedName of %s is %s', (text, is) => {
  expect(hasEscapedName(text)).toBe(is)
})

test('a text nested deeper than the stack is refused as invalid JSON', () => {
  const deep = `{"\\n":${'['.repeat(200_000)}${']'.repeat(200_000)}}`
  expect(() => parseJson(deep)).toThrow(SyntaxError)
})

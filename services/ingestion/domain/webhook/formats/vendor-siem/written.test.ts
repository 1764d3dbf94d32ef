import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { readingTexts } from './written.ts'

const compressed = (text: string) => gzipSync(text).toString('base64')
/** JSON of about so many bytes, which become a thousandth of that. */
const large = (bytes: number, key: string) => JSON.stringify({ [key]: 'x'.repeat(bytes) })

describe('texts that hold alerts', () => {
  test('a gzip text is decompressed and read', () => {
    expect(readingTexts().written(compressed('{"a":1}'))).toEqual([{ a: 1 }])
  })

  test('a gzip text larger than a body may be is not read', () => {
    expect(readingTexts().written(compressed(large(1024 * 1024, 'a')))).toBeNull()
  })

  test('all gzip texts of a body together may not be larger than a body', () => {
    const { written } = readingTexts()
    expect(written(compressed(large(700_000, 'a')))).not.toBeNull()
    expect(written(compressed(large(700_000, 'b')))).toBeNull()
    expect(written(compressed('{"c":1}'))).toBeNull()
  })

  test('a gzip text that is looked at twice counts once', () => {
    const { written, embedded } = readingTexts()
    const text = compressed(large(700_000, 'a'))
    const found = written(text)
    expect(found).not.toBeNull()
    expect(embedded(text)).toBe(found)
  })

  test('a text that only looks like gzip is ignored', () => {
    const { written } = readingTexts()
    expect(written(gzipSync('{"a":1}').subarray(0, 20).toString('base64'))).toBeNull()
    expect(written(gzipSync('not JSON').toString('base64'))).toBeNull()
  })

  test('malformed gzip texts take at most the whole budget, and leave others the rest', () => {
    const malformed = (n: number) => {
      const bytes = gzipSync(large(900_000, `${n}`))
      bytes[bytes.length - 5]! ^= 1
      return bytes.toString('base64')
    }
    const { written } = readingTexts()
    expect(written(compressed('{"a":1}').slice(0, 20))).toBeNull()
    expect(written(gzipSync('{"a":1}').subarray(0, 25).toString('base64'))).toBeNull()
    expect(written(compressed('{"b":2}'))).toEqual([{ b: 2 }])
    expect(written(malformed(1))).toBeNull()
    expect(written(malformed(2))).toBeNull()
    expect(written(compressed('{"c":3}'))).toBeNull()
  })

  test.each([
    ['<134>1 2024-01-01T00:00:00Z host app[12] - - - {"a":1}', { a: 1 }],
    ['<134>Jan  1 00:00:00 host app[12]: [{"a":1}]', [{ a: 1 }]],
  ])('a JSON text behind a header is read: %s', (text, found) => {
    expect(readingTexts().embedded(text)).toEqual([found])
  })

  test('JSON objects on separate lines are read, with any line ends', () => {
    expect(readingTexts().written('{"a":1}\r\n\n  {"b":2}\n')).toEqual([{ a: 1 }, { b: 2 }])
  })

  test('lines are not read if one of them is not an object', () => {
    expect(readingTexts().written('{"a":1}\n{"b":2}\nnot JSON')).toBeNull()
    expect(readingTexts().written('{"a":1}\n{"b":2}\n[3]')).toBeNull()
  })

  test('a text with many line ends after an object is read in one pass', () => {
    expect(readingTexts().written(`{}${'\n'.repeat(500_000)}x`)).toBeNull()
  })
})

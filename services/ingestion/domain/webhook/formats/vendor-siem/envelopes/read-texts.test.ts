import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { readingTexts } from './read-texts.ts'

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
    ['lists', '[{"a":1}]\n[{"b":"]"},{"c":[3]}]', [[{ a: 1 }], [{ b: ']' }, { c: [3] }]]],
    ['a list and an object', '[{"a":1}]\n{"b":2}', [[{ a: 1 }], { b: 2 }]],
    [
      'an event in a list, and an object',
      '[{"a":"CEF:0|a|b|c|1|d|5|"}]\n{"b":2}',
      [[{ a: 'CEF:0|a|b|c|1|d|5|' }], { b: 2 }],
    ],
  ])('JSON on several lines is read: %s', (_, text, found) => {
    expect(readingTexts().written(text)).toEqual(found)
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

  const base64 = (text: string) => Buffer.from(text).toString('base64')
  const counted = (message: string) => `${Buffer.byteLength(message)} ${message}`
  const syslog = (text: string) => `<134>1 2024-01-01T00:00:00Z host app - - - ${text}`
  const CEF = 'CEF:0|Vendor|Product|1|100|found|5|src=192.0.2.1'

  test.each<[what: string, text: string]>([
    ['without anything between them', '{"a":"}"}{"b":"\\"{"}'],
    ['over several lines', '{\n "a": "}"\n}\n{\n "b": "\\"{"\n}'],
    ['behind headers', `${syslog('{"a":"}"}')}\n${syslog('{"b":"\\"{"}')}`],
    ['with octet counts', counted(syslog('{"a":"}"}')) + counted(syslog('{"b":"\\"{"}'))],
    ['with octet counts on lines', `${counted(syslog('{"a":"}"}'))}\n${counted(syslog('{"b":"\\"{"}'))}\n`],
  ])('objects %s are read, also in base64 and gzip', (_, text) => {
    for (const written of [text, base64(text), compressed(text)])
      expect(readingTexts().embedded(written)).toEqual([{ a: '}' }, { b: '"{' }])
  })

  test('an octet count counts bytes', () => {
    const text = counted(syslog('{"a":"ä"}')) + counted(syslog('{"b":"€"}'))
    expect(readingTexts().embedded(text)).toEqual([{ a: 'ä' }, { b: '€' }])
  })

  test('a wrong octet count leaves the text as it is', () => {
    const message = syslog('{"a":1}')
    expect(readingTexts().embedded(`${message.length + 9} ${message}`)).toEqual([{ a: 1 }])
    expect(readingTexts().embedded(`${message.length - 9} ${message}${counted(message)}`)).toBeNull()
  })

  test.each<[what: string, encoded: string]>([
    ['base64 in lines of mails', base64('{"a":"ÿ?>"}'.repeat(9)).replace(/(.{76})/g, '$1\r\n')],
    ['base64 for addresses', Buffer.from('{"a":"ÿ?>"}'.repeat(9)).toString('base64url')],
  ])('%s is read', (_, encoded) => {
    expect(readingTexts().written(encoded)).toHaveLength(9)
  })

  test('events in CEF are read in base64 and gzip', () => {
    const text = `${syslog(CEF)}\n${syslog(CEF)}`
    const found = readingTexts().written(text)
    expect(found).toHaveLength(2)
    for (const written of [base64(text), compressed(text)])
      expect(readingTexts().written(written)).toEqual(found)
  })

  test('lines behind headers are not read if one of them is something else', () => {
    expect(readingTexts().embedded(`${syslog('{"a":1}')}\n${syslog('restarted')}`)).toBeNull()
  })
})

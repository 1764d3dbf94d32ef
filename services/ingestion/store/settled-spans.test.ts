import { describe, expect, it } from 'vitest'
import { type SpanKey, shortName } from '../domain/span.ts'
import { packed, unpacked } from './settled-spans.ts'

const id = (n: number) => n.toString(16).padStart(16, '0')
const key = (n: number, toolName?: string, toolCallId?: string): SpanKey => ({
  ...{ id: id(n), parentId: n % 2 === 0 ? '' : id(n - 1) },
  ...{ tool: shortName(toolName), call: shortName(toolCallId) },
})

describe('the settled spans of a trace', () => {
  it('are rows of 64 KiB, whatever their names are, and read back as they were', () => {
    const long = '\u0001'.repeat(200)
    const spans = Array.from({ length: 20_000 }, (_, n) => key(n, long, `${n}${long}`.slice(0, 200)))
    const rows = packed(spans)
    for (const row of rows) expect(Buffer.byteLength(row)).toBeLessThanOrEqual(64 * 1024)
    expect(rows.length).toBeLessThan(30)
    expect(rows.flatMap(unpacked)).toEqual(spans)
    expect(packed([])).toEqual([])
  })

  it('are told apart by names as they are, or by their hash', () => {
    for (const text of ['search', 'call_1-a.b:c/d', 'x'.repeat(43)]) expect(shortName(text)).toBe(text)
    const hashed = ['x'.repeat(44), 'two words', '#', 'a\nb', 'Ü', '\u0001'.repeat(200), "it's"].map(
      shortName,
    )
    for (const name of hashed) expect(name).toMatch(/^#[\w-]{22}$/)
    expect(new Set(hashed).size).toBe(hashed.length)
    expect(shortName(undefined)).toBeUndefined()
  })

  it('of an earlier version are read, and of a row that was cut those that are whole', () => {
    const names = ['search', '],["', '"],["', '\\],["\\', ']]', 'two words']
    const old = names.map((name, n) => [id(n), n % 2 === 0 ? '' : id(n - 1), name, null])
    const text = JSON.stringify([...old, [id(9), id(8)]])
    const spans = [...names.map((name, n) => key(n, name)), { ...key(9), parentId: id(8) }]
    expect(unpacked(text)).toEqual(spans)
    for (let length = text.indexOf('],["') + 4; length < text.length; length++) {
      const some = unpacked(text.slice(0, length))
      expect(some).toEqual(spans.slice(0, some.length))
    }
    expect(unpacked('[]')).toEqual([])
  })
})

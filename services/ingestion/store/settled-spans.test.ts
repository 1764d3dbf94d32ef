import { describe, expect, it } from 'vitest'
import { type Span, type SpanKey, shortName } from '../domain/spans/span.ts'
import { settledValues, unpacked } from './settled-spans.ts'

const id = (n: number) => n.toString(16).padStart(16, '0')
const old = (n: number, toolName?: string, toolCallId?: string): SpanKey => ({
  ...{
    id: id(n),
    parentId: n % 2 === 0 ? '' : id(n - 1),
    content: undefined,
    origin: undefined,
    agent: undefined,
  },
  ...{ tool: shortName(toolName), call: shortName(toolCallId) },
})
const key = (...of: Parameters<typeof old>): SpanKey => ({
  ...old(...of),
  ...{ content: 'AbC_-012345', origin: 'dEf_-678901' },
})

/** The rows that are stored of one trace. */
const packed = (spans: readonly SpanKey[]): string[] => {
  const trace = { organizationId: 'o', traceId: 't', runId: 'r', spans: spans as readonly Span[] }
  const rows = settledValues([trace]).at(-1)!
  return rows === '' ? [] : rows.split('\n')
}

describe('the settled spans of a trace', () => {
  it('are stored in rows of 64 KiB, whatever their names, and read back unchanged', () => {
    const long = '\u0001'.repeat(200)
    const spans = Array.from({ length: 20_000 }, (_, n) => key(n, long, `${n}${long}`.slice(0, 200)))
    const rows = packed(spans)
    for (const row of rows) expect(Buffer.byteLength(row)).toBeLessThanOrEqual(64 * 1024)
    expect(rows.length).toBeLessThan(42)
    expect(rows.flatMap(unpacked)).toEqual(spans)
    expect(packed([])).toEqual([])
    const wide = spans.slice(0, 1000).map((span) => ({ ...span, agent: '職'.repeat(266) }))
    for (const row of packed(wide)) expect(Buffer.byteLength(row)).toBeLessThanOrEqual(64 * 1024)
    expect(packed(wide).flatMap(unpacked)).toEqual(wide)
    // Processes of an earlier version, which read a row as JSON, run beside this one for a while.
    for (const row of rows) for (const [one] of JSON.parse(row)) expect(one).toMatch(/^[0-9a-f]{16}$/)
    const several = [key(1), key(2, 'search'), key(3, undefined, 'call-1'), key(4, 'two words')]
    expect(JSON.parse(packed(several)[0]!)).toEqual([
      [id(1), id(0), null, null, 'AbC_-012345dEf_-678901', null],
      [id(2), '', 'search', null, 'AbC_-012345dEf_-678901', null],
      [id(3), id(2), null, 'call-1', 'AbC_-012345dEf_-678901', null],
      [id(4), '', shortName('two words'), null, 'AbC_-012345dEf_-678901', null],
    ])
    expect(packed(several).flatMap(unpacked)).toEqual(several)
    const named = [
      { ...key(5), agent: 'An "agent"\n],["' },
      { ...key(6, 'search', 'call-1'), agent: 'Ägent' },
    ]
    expect(packed(named)).toHaveLength(1)
    expect(packed(named).flatMap(unpacked)).toEqual(named)
  })

  it('are identified by short names as they are, and by a hash of others', () => {
    for (const text of ['search', 'call_1-a.b:c/d', 'x'.repeat(43)]) expect(shortName(text)).toBe(text)
    const hashed = ['x'.repeat(44), 'two words', '#', 'a\nb', 'Ü', '\u0001'.repeat(200), "it's"].map(
      shortName,
    )
    for (const name of hashed) expect(name).toMatch(/^#[\w-]{22}$/)
    expect(new Set(hashed).size).toBe(hashed.length)
    expect(shortName(undefined)).toBeUndefined()
  })

  it('of an earlier version are read, and of a truncated row the complete ones', () => {
    const names = ['search', '],["', '"],["', '],[', '],[', '\\],["\\', ']]', 'two words']
    const rows = names.map((name, n) => [id(n), n % 2 === 0 ? '' : id(n - 1), name, null])
    const later = [
      [id(9), id(8)],
      [id(8), '', 'AbC_-012345'],
      [id(7), id(6), 'search', null, 'AbC_-012345'],
    ]
    const text = JSON.stringify([...rows, ...later])
    const content = 'AbC_-012345'
    const spans = [
      ...names.map((name, n) => old(n, name)),
      ...[
        { ...old(9), parentId: id(8) },
        { ...old(8), content },
        { ...old(7, 'search'), content },
      ],
    ]
    expect(unpacked(text)).toEqual(spans)
    for (let length = text.indexOf('],["') + 4; length < text.length; length++) {
      const some = unpacked(text.slice(0, length))
      expect(some).toEqual(spans.slice(0, some.length))
    }
    expect(unpacked('[]')).toEqual([])
  })
})

import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { MAX_LINE_BYTES, MAX_PART_BYTES, MAX_PART_LINES, PART_BYTES } from './format.ts'
import { type Lines, packParts } from './parts.ts'

async function* from(...chunks: Lines[]) {
  yield* chunks
}
const lines = (count: number, line = '{}\n'): Lines => ({ count, text: line.repeat(count) })

describe('parts', () => {
  test('have a fixed gzip header on every platform, and inflate to the lines that went in', async () => {
    const [part] = await Array.fromAsync(
      packParts('audit', from(lines(3), { count: 1, text: '{"€":"\u2028"}\n' })),
    )
    expect(part!.bytes.subarray(0, 10).toString('hex')).toBe('1f8b08000000000000ff')
    expect(gunzipSync(part!.bytes).toString()).toBe('{}\n{}\n{}\n{"€":"\u2028"}\n')
    expect(part).toMatchObject({
      type: 'audit',
      name: 'data/audit-000001.jsonl.gz',
      lines: 4,
      size: Buffer.byteLength('{}\n{}\n{}\n{"€":"\u2028"}\n'),
    })
  })

  test('have at most 100,000 lines, close before 16 MiB, and are numbered without gaps', async () => {
    const many = Array.from({ length: 5 }, () => lines(MAX_PART_LINES / 2))
    const byLines = await Array.fromAsync(packParts('incidents', from(...many)))
    expect(byLines.map((part) => part.lines)).toEqual([100_000, 100_000, 50_000])
    expect(byLines.map((part) => part.name.slice(-15))).toEqual([
      '000001.jsonl.gz',
      '000002.jsonl.gz',
      '000003.jsonl.gz',
    ])
    const long = lines(1, `${'x'.repeat(PART_BYTES / 2 - 1)}\n`)
    const bySize = await Array.fromAsync(packParts('incidents', from(long, long, long)))
    expect(bySize.map((part) => part.size)).toEqual([PART_BYTES, PART_BYTES / 2])
    const huge = lines(4, `${'x'.repeat(MAX_PART_BYTES / 4 - 1)}\n`)
    const alone = await Array.fromAsync(packParts('incidents', from(long, huge, long)))
    expect(alone.map((part) => part.size)).toEqual([PART_BYTES / 2, MAX_PART_BYTES, PART_BYTES / 2])
  })

  test('copy chunks whose memory the source reuses', async () => {
    async function* recycled() {
      const memory = Buffer.alloc(9)
      for (let i = 0; i < 500; i++) {
        memory.write(`{"i":${String(i).padStart(3)}\n`)
        yield { count: 1, text: memory.subarray(0, 9) }
      }
    }
    const [part] = await Array.fromAsync(packParts('audit', recycled()))
    const numbers = gunzipSync(part!.bytes)
      .toString()
      .split('\n')
      .slice(0, -1)
      .map((line) => Number(line.slice(5)))
    expect(numbers).toEqual(Array.from({ length: 500 }, (_, i) => i))
  })

  test('are not made of an empty sequence', async () => {
    expect(await Array.fromAsync(packParts('incidents', from()))).toEqual([])
  })

  test.each([
    ['more lines than it says', { count: 1, text: '{}\n{}\n' }],
    ['fewer lines than it says', { count: 2, text: '{}\n' }],
    ['an end without LF', { count: 1, text: '{}\n{}' }],
    ['no line', { count: 0, text: '' }],
    ['more lines than a part holds', lines(MAX_PART_LINES + 1)],
    ['more bytes than a part holds', lines(5, `${'x'.repeat(MAX_PART_BYTES / 4 - 1)}\n`)],
    ['a line longer than may be', lines(1, `${'x'.repeat(MAX_LINE_BYTES + 1)}\n`)],
  ])('refuse a chunk with %s', async (_, chunk) => {
    await expect(Array.fromAsync(packParts('incidents', from(chunk)))).rejects.toThrow(RangeError)
  })
})

import { expect, test } from 'vitest'
import { byteLines } from './byte-lines.ts'

async function* inPieces(text: string, bytes: number): AsyncGenerator<Buffer> {
  const whole = Buffer.from(text)
  for (let from = 0; from < whole.length; from += bytes) yield whole.subarray(from, from + bytes)
}

async function linesOf(text: string, bytes: number, most = 8): Promise<(string | undefined)[]> {
  const lines = await Array.fromAsync(byteLines(inPieces(text, bytes), most))
  return lines.flat().map((line) => line?.toString())
}

test.each([1, 2, 3, 7, 100])('byteLines gives the same lines for pieces of %i bytes', async (bytes) => {
  expect(await linesOf('one\n\ntwo\r\nthree', bytes)).toEqual(['one', '', 'two\r', 'three'])
  expect(await linesOf('one\n', bytes)).toEqual(['one'])
  expect(await linesOf('\n\n', bytes)).toEqual(['', ''])
  expect(await linesOf('', bytes)).toEqual([])
})

test.each([1, 3, 100])(
  'byteLines gives undefined for a too long line and keeps the others, in pieces of %i bytes',
  async (bytes) => {
    expect(await linesOf('12345678\n123456789\nnext\nlast line\n', bytes)).toEqual([
      '12345678',
      undefined,
      'next',
      undefined,
    ])
    expect(await linesOf('too long at the end', bytes)).toEqual([undefined])
  },
)

test('byteLines reports an endless line as too long at once', async () => {
  async function* endless(): AsyncGenerator<Buffer> {
    for (;;) yield Buffer.alloc(3)
  }
  for await (const lines of byteLines(endless(), 8)) {
    expect(lines).toEqual([undefined])
    break
  }
})

import { expect, test } from 'vitest'
import { progressBar } from './progress-bar.ts'

function drawnOn(isTTY: boolean) {
  const written: string[] = []
  let time = 1000
  const stream = { isTTY, write: (text: string) => written.push(text) > 0 } as unknown as NodeJS.WriteStream
  const bar = progressBar(stream, () => {
    time += 1000
    return time
  })
  return { bar, written }
}

test('a progress bar on a terminal shows at most 99 %, and is erased at the end', () => {
  const { bar, written } = drawnOn(true)
  bar.at(5 * 2 ** 20, 10 * 2 ** 20)
  bar.at(20 * 2 ** 20, 10 * 2 ** 20)
  bar.done()
  expect(written[0]).toBe(`\r[${'='.repeat(20)}${' '.repeat(20)}]  50 %  5.0 MiB`)
  expect(written[1]).toContain('99 %  20.0 MiB')
  expect(written[2]).toMatch(/^\r +\r$/)
})

test('a progress bar without a terminal writes nothing', () => {
  const { bar, written } = drawnOn(false)
  bar.at(1, 2)
  bar.done()
  expect(written).toEqual([])
})

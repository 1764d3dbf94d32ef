import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const text = readFileSync('docs/threat-model.md', 'utf8')
const HEADER = '| Asset | Attacker wants | What holds | Where it is tested |'

test('each row of the threat model has its asset, its protection and a test', () => {
  const rows = rowsOf(text.split('\n'))
  expect(rows.length).toBeGreaterThan(60)
  const incomplete = rows.filter(
    ([asset, wants, holds, tests]) => !asset || !wants || !holds || !/\]\(\S+\.test\.ts\)/.test(tests ?? ''),
  )
  expect(incomplete).toEqual([])
})

test('no sentence of the threat model has more than 40 words', () => {
  const sentences = text
    .split(/\n\n|\n(?=[-|])/)
    .flatMap((block) => (block.startsWith('|') ? block.split('|') : [block]))
    .flatMap((part) => part.replaceAll(/\]\([^)]*\)/g, ']').split(/(?<=[.!?:])\s/))
  expect(sentences.length).toBeGreaterThan(300)
  expect(sentences.filter((sentence) => sentence.trim().split(/\s+/).length > 40)).toEqual([])
})

/** The cells of the tables of threats. */
function rowsOf(all: string[]): string[][] {
  const rows: string[][] = []
  for (const [i, line] of all.entries()) {
    if (line !== HEADER) continue
    for (const row of all.slice(i + 2)) {
      if (!row.startsWith('|')) break
      rows.push(
        row
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      )
    }
  }
  return rows
}

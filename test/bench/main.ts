import { parseArgs } from 'node:util'
import { SCENARIOS } from './scenarios/index.ts'
import { openStand, type Stand } from './support/stand.ts'
import { figureOf, table } from './table.ts'

/**
 * npm run bench [-- KEY … --json]: measures the scenarios of docs/performance.md, each as a ratio to the reference in the same
 * run, and prints a table. With --json the last line is one JSON object by key.
 */
const { values, positionals } = parseArgs({ options: { json: { type: 'boolean' } }, allowPositionals: true })
const unknown = positionals.filter((key) => !(key in SCENARIOS))
if (unknown.length > 0) {
  process.stderr.write(`unknown: ${unknown.join(', ')}; known: ${Object.keys(SCENARIOS).join(', ')}\n`)
  process.exit(2)
}
const chosen =
  positionals.length > 0 ? positionals : Object.keys(SCENARIOS).filter((key) => !SCENARIOS[key]!.named)
const results: { [key: string]: { [figure: string]: number } } = {}
let stand: Stand | undefined
try {
  for (const key of chosen) {
    const { measure, alone } = SCENARIOS[key]!
    process.stderr.write(`${key} …\n`)
    if (!alone) stand ??= await openStand()
    results[key] = await measure(stand as Stand)
    process.stderr.write(`${key} ${figureOf(results[key])}\n`)
  }
} finally {
  await stand?.close()
}
process.stdout.write(table(results))
if (values.json) process.stdout.write(`${JSON.stringify(results)}\n`)

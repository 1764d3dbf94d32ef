import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { DIST } from '../../verifier/build.mjs'
import { appendDecision } from './support/honest.ts'
import { TestLog, uuid } from './support/log.ts'
import { otherNodes } from './support/other-node.ts'
import { buildPackage } from './support/package.ts'
import { packageOfEntry, packageOfRecord } from './support/raw-lines.ts'
import { asFile, temporary } from './support/run.ts'
import { makeKey } from './support/signer.ts'

/*
 * The cost of a package is counted and not timed: how often each block of verify.mjs is run (V8's coverage), and the characters that are
 * parsed, written and hashed. Lists and objects that the engine makes are counted apart: they cost it many times their characters.
 */
const COUNTING = `
  const { Session } = require('node:inspector')
  const crypto = require('node:crypto')
  const session = new Session()
  session.connect()
  session.post('Profiler.enable')
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  let [native, containers] = [0, 0]
  const { parse, stringify } = JSON
  JSON.parse = (text, ...rest) => {
    native += text.length
    containers += String(text).split(/[[{]/).length - 1
    return parse(text, ...rest)
  }
  JSON.stringify = (...all) => {
    const text = stringify(...all)
    native += text?.length ?? 0
    return text
  }
  const { hash } = crypto
  if (hash) crypto.hash = (name, data, encoding) => ((native += data.length), hash(name, data, encoding))
  process.on('exit', () =>
    session.post('Profiler.takePreciseCoverage', (error, { result }) => {
      const blocks = result.filter(({ url }) => url.endsWith('/verify.mjs'))
        .flatMap(({ functions }) => functions).flatMap(({ ranges }) => ranges)
        .reduce((sum, { count }) => sum + count, 0)
      require('node:fs').writeFileSync(process.env.COUNTED, stringify({ blocks, native, containers }))
    }),
  )`

function work(bytes: Buffer): { code: string; counted: number; containers: number } {
  const [counting, counted] = [asFile(Buffer.from(COUNTING), 'counting.cjs'), temporary('counted')]
  const args = ['--require', counting, DIST, '--json', asFile(bytes)]
  const env = { ...process.env, COUNTED: counted }
  const { stdout } = spawnSync(otherNodes().at(-1)!, args, { encoding: 'utf8', maxBuffer: 2 ** 24, env })
  const { blocks, native, containers } = JSON.parse(readFileSync(counted, 'utf8'))
  return { code: JSON.parse(stdout).failures[0]?.code ?? 'verified', counted: blocks + native, containers }
}

const key = makeKey()
const list = (item: string, bytes: number) =>
  `[${Array(Math.floor(bytes / (item.length + 1)))
    .fill(item)
    .join(',')}]`
/** Records whose id has an escape are parsed, and so is every entry. */
const record = (value: string) =>
  packageOfRecord(
    key,
    'assets',
    `{"a":${value},"id":"\\n${uuid('record')}","organization_id":"${uuid('organization')}"}`,
  )
const entry = (value: string) =>
  packageOfEntry(key, (text) => text.replace('"details":{}', `"details":{"a":${value}}`))
const names = (bytes: number) =>
  `{${Array.from({ length: Math.floor(bytes / 10) }, (_, i) => `"${String(i).padStart(6, '0')}":0`).join(',')}}`
const logOf = (times: number, append: (log: TestLog, nth: number) => void) => {
  const log = new TestLog()
  for (let nth = 0; nth < times; nth++) append(log, nth)
  return buildPackage(log, key, { tables: ['audit'] })
}
const values: { [what: string]: (bytes: number) => string } = {
  'nested lists': (bytes) => list('['.repeat(900) + ']'.repeat(900), bytes),
  'nested pairs': (bytes) => list('[[[[]]]]', bytes),
  'deep objects': (bytes) => list(`${'{"a":'.repeat(900)}0${'}'.repeat(900)}`, bytes),
  'lists beside a name with an escape': (bytes) => `[{"\\n":0},${list('[]', bytes).slice(1)}`,
  'short lists': (bytes) => list('[]', bytes),
  'short objects': (bytes) => list('{}', bytes),
  'short numbers': (bytes) => list('1', bytes),
  'long numbers': (bytes) => list('1.2345678901234567e-100', bytes),
  'short strings': (bytes) => list('""', bytes),
  escapes: (bytes) => `"${'\\n'.repeat(bytes / 2)}"`,
  'other characters': (bytes) => `"${'\u{10000}'.repeat(bytes / 4)}"`,
  names,
}
const lines: { [what: string]: (bytes: number) => Promise<Buffer> } = {
  'short entries, and a table of them': (bytes) => logOf(bytes / 400, (log) => void log.append('x')),
  'short records': (bytes) =>
    logOf(
      1,
      (log) =>
        void log.append('x', {
          assets: Array.from({ length: bytes / 110 }, (_, i) => ({ id: uuid(`${i}`) })),
        }),
    ),
  decisions: (bytes) =>
    logOf(bytes / 9000, (log, nth) => void appendDecision(log, undefined, uuid(`d${nth}`))),
}
const SIZE = 100_000

test.each([
  ...Object.entries(values).flatMap(([what, value]) => [
    { what: `a record of ${what}`, make: (bytes: number) => record(value(bytes)) },
    { what: `an entry of ${what}`, make: (bytes: number) => entry(value(bytes)) },
  ]),
  ...Object.entries(lines).map(([what, make]) => ({ what, make })),
])('verify.mjs does at most twice the work for twice as many bytes: $what', async ({ make }) => {
  const [half, whole] = [work(await make(SIZE)), work(await make(2 * SIZE))]
  expect(whole.code).toBe(half.code)
  expect(whole.counted).toBeLessThan(2.2 * half.counted)
  // A bound for each byte, too.
  expect(whole.counted).toBeLessThan(20 * 2 * SIZE + 1_000_000)
  expect(whole.containers).toBeLessThan((2 * SIZE) / 16 + 1000)
})

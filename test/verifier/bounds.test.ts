import { execFileSync, spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { DIST } from '../../verifier/build.mjs'
import { TestLog, uuid } from './support/log.ts'
import { MIB, measured } from './support/measured.ts'
import { otherNodes } from './support/other-node.ts'
import { buildPackage } from './support/package.ts'
import { packageOfRecord } from './support/raw-lines.ts'
import { asFile, outcome } from './support/run.ts'
import { makeKey } from './support/signer.ts'
import { edit, editLines, type Files, lines, member, tamper } from './support/tamper.ts'

const PERMISSION =
  Number(/^v(\d+)/.exec(execFileSync(otherNodes()[0]!, ['-v']).toString())![1]) < 24
    ? '--experimental-permission'
    : '--permission'
const key = makeKey()
const record = (value: string) =>
  `{"a":${value},"id":"${uuid('record')}","organization_id":"${uuid('organization')}"}`
/** Records whose id has an escape are parsed. */
const parsed = (value: string) => record(value).replace('"id":"', '"id":"\\n')
const lists = (bytes: number, first: string) =>
  `["${first}",${Array(Math.floor(bytes / 3))
    .fill('[]')
    .join(',')}]`

/** An object with as many names as fit, each of them once, in order. */
const names = (bytes: number, letter: string) =>
  `{${Array.from(
    { length: Math.floor(bytes / (9 + Buffer.byteLength(letter))) },
    (_, i) => `"${letter}${String(i).padStart(6, '0')}":0`,
  ).join(',')}}`

/** Records of so many types, one entry after the other, so that every sequence stays open. */
function interleaved(types: number, bytes: number, rounds = 2): Promise<Buffer> {
  const log = new TestLog()
  const letter = (n: number) => String.fromCharCode(97 + n)
  const name = (i: number) => `z${letter(Math.floor(i / 26) % 26)}${letter(i % 26)}`
  for (let round = 0; round < rounds; round++)
    log.append(
      'x',
      Object.fromEntries(
        Array.from({ length: types }, (_, i) => [
          name(i),
          [{ id: uuid(`${i} ${round}`), p: 'x'.repeat(bytes) }],
        ]),
      ),
    )
  return buildPackage(log, key)
}

/** A package of one record of each of so many types, with these files instead. */
async function withFiles(types: number, change: (files: Files) => void): Promise<Buffer> {
  return tamper(await interleaved(types, 10, 1), change, key)
}
const nested = (bytes: number) =>
  `[${Array(Math.floor(bytes / 9))
    .fill('[[[[]]]]')
    .join(',')}]`
const otherNames = (bytes: number) =>
  `[${Array.from({ length: Math.floor(bytes / 20) }, (_, i) => `{"${String(i).padStart(12, '0')}":0}`).join(',')}]`
const fileOf = (name: string, text: string) =>
  withFiles(1, (files) => void files.set(name, Buffer.from(`${text}\n`)))
const manifestOf = (member: string, value: string) =>
  withFiles(1, (files) => {
    const text = files.get('manifest.json')!.toString()
    files.set(
      'manifest.json',
      Buffer.from(text.replace(new RegExp(`"${member}":[[{].*?[\\]}]`), `"${member}":${value}`)),
    )
  })

/** Runs of agents with long names. */
function runs(count: number, length: number): Promise<Buffer> {
  const log = new TestLog()
  log.append('createOrganization', { organizations: [{ id: log.organizationId, version: 1 }] })
  const versions = { model_name: null, model_version: null }
  for (let first = 0; first < count; first += 10_000)
    log.append('submitRuns', {
      'agent-runs': Array.from({ length: 10_000 }, (_, i) => {
        const name = String(first + i)
        return { id: uuid(name), agent_identity: name.padEnd(length, 'ā'), ...versions }
      }),
    })
  return buildPackage(log, key)
}

/** After the record of each type so many empty lines; the manifest says 100,000. */
const emptyLines = (types: number, bytes: number) =>
  withFiles(types, (files) => {
    const names = [...files.keys()].filter((name) => name.startsWith('data/z'))
    for (const name of names) {
      const type = name.slice(5, 8)
      const text = Buffer.concat([Buffer.from(`${lines(files, type)[0]}\n`), Buffer.alloc(bytes, 10)])
      files.set(name, member(text))
      edit(files, 'manifest.json', (manifest) => {
        const part = manifest.parts.find(({ file }: { file: string }) => file === name)
        Object.assign(part, { bytes: text.length, lines: 100_000 })
        manifest.counts[type] = 100_000
      })
    }
  })

test.each([
  ['a key set of nested lists', () => fileOf('keys/keyset.json', `{"keys":${nested(15 * MIB)}}`), 'key_set'],
  ['a key set that is a nested list', () => fileOf('keys/keyset.json', nested(15 * MIB)), 'key_set'],
  ['a manifest of nested lists', () => manifestOf('parts', nested(15 * MIB)), 'manifest_form'],
  ['counts of other names', () => manifestOf('counts', otherNames(15 * MIB)), 'manifest_form'],
  [
    'a proof of objects of other names',
    () => fileOf('log/consistency.json', `{"proofs":${otherNames(15 * MIB)},"tree_size":1}`),
    'proof_form',
  ],
  ['empty lines, fewer of which are claimed', () => emptyLines(8, 17 * MIB), 'record_extra'],
  [
    'a line of lists that is parsed',
    () => packageOfRecord(key, 'assets', parsed(lists(2.9 * MIB, 'é'))),
    'verified',
  ],
  [
    'one that takes the long way',
    () => packageOfRecord(key, 'assets', parsed(lists(2.9 * MIB, '\\\\ud'))),
    'verified',
  ],
  ['a longer one', () => packageOfRecord(key, 'assets', record(lists(15 * MIB, 'é'))), 'verified'],
  [
    'one that is not canonical',
    () => packageOfRecord(key, 'assets', record(lists(15 * MIB, '\\u00e9'))),
    'record_form',
  ],
  ['a long plain one', () => packageOfRecord(key, 'assets', record(lists(15 * MIB, 'e'))), 'verified'],
  [
    'a long plain one that the replay does not read',
    () => packageOfRecord(key, 'evaluations', record(lists(9 * MIB, 'e'))),
    'verified',
  ],
  ['many sequences that are open', () => interleaved(90, 600_000), 'verified'],
  ['few long ones of long lines', () => interleaved(3, 15_000_000), 'verified'],
  ['many long ones', () => interleaved(20, 2_900_000, 6), 'verified'],
  ['runs of agents with long names', () => runs(100_000, 1000), 'verified'],
  ['more than they may hold', () => interleaved(127, 1_200_000), 'part_size'],
])('verify.mjs needs at most 256 MiB for a package with %s', async (_, make, code) => {
  const found = measured(await make())
  expect(found.code).toBe(code)
  expect(found.bytes / MIB).toBeLessThan(256)
})

test.each(['é', '\\n', '\u{10000}'])(
  'verify.mjs verifies a record with very many member names without parsing it: %j',
  async (letter) => {
    const found = measured(await packageOfRecord(key, 'assets', record(names(2.8 * MIB, letter))))
    expect(found.code).toBe('verified')
    expect(found.bytes / MIB).toBeLessThan(256)
    expect(found.longest).toBeLessThan(64 * 1024)
  },
)

test.each([
  ['in a second thread', []],
  ['where no thread may be started', [PERMISSION, '--allow-fs-read=*', '--no-warnings']],
])('verify.mjs hashes the lines of a long sequence %s, and finds a changed line', async (_, flags) => {
  const [first, last] = [0, 79]
  const records = Array.from({ length: last + 1 }, (_, i) => ({ id: uuid(`${i}`), p: 'x'.repeat(300_000) }))
  const log = new TestLog()
  log.append('x', { assets: records })
  const good = await buildPackage(log, key)
  const found = (bytes: Buffer) => {
    const command = [...flags, DIST, '--json', asFile(bytes, 'long.zip')]
    return JSON.parse(spawnSync(otherNodes()[0]!, command, { encoding: 'utf8' }).stdout).failures
  }
  expect(found(good)).toEqual([])
  for (const line of [first, last]) {
    const changed = await tamper(
      good,
      (files) =>
        editLines(files, 'assets', (lines) =>
          lines.map((text, i) => (i === line ? text.replace('xxx', 'xyx') : text)),
        ),
      key,
    )
    expect(found(changed)).toMatchObject([{ code: 'record_mismatch', file: 'data/assets-000001.jsonl.gz' }])
  }
})

test('verify.mjs accepts a package with 127 types of records, and refuses one with 128', async () => {
  expect(await outcome(await interleaved(127, 10))).toBe('verified')
  expect(await outcome(await interleaved(128, 10))).toBe('manifest_form')
})

import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { csvFile, csvTypes } from '../../../services/evidence/domain/csv.ts'
import type { JsonValue } from '../../../services/kernel/json/canonical-json.ts'
import { eventfulLog } from '../support/honest.ts'
import { uuid } from '../support/log.ts'
import { buildPackage } from '../support/package.ts'
import { verify } from '../support/run.ts'
import { makeKey } from '../support/signer.ts'
import { edit, editLines, tamper } from '../support/tamper.ts'
import { unpack } from '../support/zip.ts'

const key = makeKey()
const log = eventfulLog()
log.append('createIncident', {
  incidents: [
    { id: uuid('hostile'), title: '=HYPERLINK("http://x","y")', version: 1, status: 'a\r\n"b",c;=d' },
    { id: uuid('hostile 2'), title: '\u202e+1\u0007', version: 1, 'x,"y': [{ b: 1, a: '@' }], none: null },
  ],
})
const tables = [...log.records.keys(), 'audit']
const good = await buildPackage(log, key, { tables })
const files = unpack(good)
const text = (type: string) => files.get(`csv/${type}.csv`)!.toString()
const failed = async (change: Parameters<typeof tamper>[1]) =>
  (await verify(await tamper(good, change, key), { pin: [key.kid] })).failures[0]?.code

/** The rows of a table, by a reader of RFC 4180 that others wrote. */
const rows = (type: string): Record<string, string>[] =>
  parse(text(type), { bom: true, columns: true, record_delimiter: '\r\n' })

describe('the CSV tables of a package', () => {
  test('have each member of each record, are RFC 4180, and are hashed and signed', async () => {
    expect((await verify(good, { pin: [key.kid] })).verdict).toBe('VERIFIED')
    expect(JSON.parse(files.get('manifest.json')!.toString()).csv).toEqual([...tables].sort())
    for (const type of tables) {
      const records =
        type === 'audit' ? log.entries.map((one) => one.text) : log.records.get(type)!.map((one) => one.text)
      const found = rows(type)
      expect(found.length).toBe(records.length)
      for (const [i, record] of records.entries())
        for (const [name, value] of Object.entries(JSON.parse(record) as Record<string, JsonValue>)) {
          if (typeof value === 'object' && value !== null) expect(JSON.parse(found[i]![name]!)).toEqual(value)
          else if (typeof value === 'number') expect(found[i]![name]).toBe(JSON.stringify(value))
        }
      expect(files.get('SHA256SUMS')!.toString()).toContain(`  csv/${type}.csv\n`)
    }
    expect(rows('evaluations')[2]).toMatchObject({ metric_value: '0.25', text: '€ \\u2028 ✓' })
  })

  test('have no formula: a cell that a spreadsheet could take for one begins with an apostrophe', () => {
    expect(text('incidents').charCodeAt(0)).toBe(0xfeff)
    const [hostile, other] = rows('incidents').slice(-2)
    expect(hostile).toMatchObject({
      title: '\'=HYPERLINK("http://x","y")',
      status: 'a\r\n"b",c;=d',
      none: '',
    })
    expect(text('incidents')).toContain('"\'=HYPERLINK(""http://x"",""y"")"')
    // The mark of direction and the bell are written out.
    expect(other).toMatchObject({ title: '\\u202e+1\\u0007', 'x,"y': '[{"a":"@","b":1}]' })
    for (const sign of ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'])
      expect(rowOf({ a: `${sign}1` })).toBe(`"'${sign}1"`)
    expect([rowOf({ a: -1.5 }), rowOf({ a: true }), rowOf({ a: null }), rowOf({ a: '' })]).toEqual([
      '-1.5',
      'true',
      '',
      '""',
    ])
  })

  test('are refused with csv_mismatch when any byte differs from what the JSON lines give', async () => {
    const name = 'csv/incidents.csv'
    const table = files.get(name)!
    const change = (to: Buffer | string) => failed((all) => all.set(name, Buffer.from(to)))
    expect(await change(table)).toBeUndefined()
    for (const at of [0, 5, table.indexOf('\r\n'), Math.floor(table.length / 2), table.length - 1]) {
      const other = Buffer.from(table)
      other[at]! ^= 1
      expect(await change(other), String(at)).toBe('csv_mismatch')
    }
    for (const other of ['', table.subarray(0, -1), table.subarray(3), `${table}x`, `${table}"a","b"\r\n`])
      expect(await change(other)).toBe('csv_mismatch')
    expect(await change(table.toString().replaceAll('\r\n', '\n'))).toBe('csv_mismatch')
    expect(await change(table.toString().replaceAll("'=", '='))).toBe('csv_mismatch')
    expect(await failed((all) => editLines(all, 'incidents', (lines) => lines))).toBeUndefined()
  })

  test('must be those that the manifest lists: a missing or further table is refused', async () => {
    const list = (change: (csv: string[]) => unknown) => (all: Map<string, Buffer>) =>
      edit(all, 'manifest.json', (manifest) => (manifest.csv = change(manifest.csv)))
    expect(await failed((all) => all.delete('csv/incidents.csv'))).toBe('manifest_files')
    expect(await failed((all) => all.set('csv/other.csv', Buffer.of(1)))).toBe('manifest_files')
    expect(await failed(list((csv) => csv.slice(1)))).toBe('manifest_files')
    for (const change of [
      (csv: string[]) => [...csv].reverse(),
      (csv: string[]) => [...csv, 'zzz'],
      (csv: string[]) => [csv[0], ...csv],
      (csv: string[]) => [...csv.slice(1), 7],
    ])
      expect(await failed(list(change))).toMatch(/^manifest_(form|files)$/)
    expect(await failed((all) => edit(all, 'manifest.json', (manifest) => (manifest.csv = {})))).toBe(
      'manifest_form',
    )
  })
})

function rowOf(record: Record<string, JsonValue>): string {
  return made.get(JSON.stringify(record))!
}
const made = new Map<string, string>()
for (const record of [
  ...['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'].map((sign) => ({ a: `${sign}1` })),
  ...[-1.5, true, null, ''].map((a) => ({ a })),
]) {
  const line = JSON.stringify(record)
  const table = await csvFile('x', lines([line]))
  made.set(
    line,
    table!.bytes
      .toString()
      .split(/^\ufeff"a"\r\n/)[1]!
      .slice(0, -2),
  )
}

async function* lines(texts: string[]) {
  yield { count: texts.length, text: texts.map((one) => `${one}\n`).join('') }
}

describe('which types of records get a CSV table', () => {
  const size = (type: string, count: number, bytes = 100) => ({ type, lines: count, bytes })
  test('types with few and short lines, the audit log first, within a total size; never attachments', () => {
    const MiB = 1024 * 1024
    expect(
      csvTypes([size('b', 10_000), size('audit', 1), size('c', 10_001), size('attachment-contents', 1)]),
    ).toEqual(['audit', 'b'])
    expect(csvTypes([size('a', 5, 4 * MiB), size('b', 5, 4 * MiB + 1), size('c', 0, 0)])).toEqual(['a'])
    const many = Array.from('abcdefghij', (type) => size(type, 9, 4 * MiB))
    expect(csvTypes([...many, size('audit', 9, 4 * MiB)])).toEqual([
      'a',
      'audit',
      'b',
      'c',
      'd',
      'e',
      'f',
      'g',
    ])
  })

  test('no type with a line of 1 MiB or more than 512 columns', async () => {
    expect(await csvFile('x', lines([JSON.stringify({ a: 'x'.repeat(1024 * 1024) })]))).toBeUndefined()
    const wide = Object.fromEntries(Array.from({ length: 513 }, (_, i) => [`c${i}`, i]))
    expect(await csvFile('x', lines([JSON.stringify(wide)]))).toBeUndefined()
  })
})

test('a package verifies whose records have member names that a JavaScript engine misreads', async () => {
  const log = eventfulLog()
  const event = (name: string, payload: { [name: string]: JsonValue }) => ({ id: uuid(name), payload })
  log.append('submitRunEvents', {
    'agent-events': [
      event('first', { '': 1, '\\': 0 }),
      event('second', { '': 1, '\n': 2 }),
      event('third', { '': 1, '\\': { '': 0, '"': 1 } }),
    ],
  })
  const tables = ['agent-events']
  for (let n = 0; n < 3; n++) {
    JSON.parse('{"":1,"\\\\":0}')
    const built = await buildPackage(log, key, { tables })
    expect(unpack(built).get('csv/agent-events.csv')!.toString()).toContain('{"""":1,""\\n"":2}')
    expect((await verify(built, { pin: [key.kid] })).verdict).toBe('VERIFIED')
  }
})

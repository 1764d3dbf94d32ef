import { describe, expect, test } from 'vitest'
import { UsageError } from '../../errors/usage-error.ts'
import { checkpointNotes } from './checkpoint-notes.ts'

const ORG = '01900000-0000-7000-8000-000000000001'
const OTHER = '01900000-0000-7000-8000-000000000002'

const note = (size: number, id = ORG): string => `attestry/${id}\n${size}\nAAAA\n\n— attestry/${id} BBBB\n`
const line = (checkpoint: unknown): string => JSON.stringify({ at: '2026-01-02T03:04:05.678Z', checkpoint })
const read = (text: string): Promise<string[]> =>
  Array.fromAsync(checkpointNotes(text.split('\n'), ORG, '--checkpoints kept.jsonl'))

test('attestry audit verify --checkpoints reads every note of the log once, however many there are', async () => {
  const sizes = Array.from({ length: 2500 }, (_, i) => i + 1)
  const lines = sizes.flatMap((size) => [line(note(size)), line(note(size, OTHER))])
  expect(await read([...lines, ...lines].join('\n'))).toEqual(sizes.map((size) => note(size)))
})

test('checkpoint lines of the log stream are read, also as a log shipper wrapped them', async () => {
  const stream = JSON.stringify({ level: 'info', msg: 'checkpoint', checkpoint: note(3) })
  const other = JSON.stringify({ level: 'info', msg: 'ready' })
  expect(await read([other, stream, ''].join('\n'))).toEqual([note(3)])
  expect(await read(JSON.stringify({ log: stream, stream: 'stdout' }))).toEqual([note(3)])
  expect(await read(JSON.stringify({ event: JSON.stringify({ log: stream }) }))).toEqual([note(3)])
  expect(await read(JSON.stringify({ message: `Nov 27 09:45:47 host attestry[1]: ${stream}` }))).toEqual([
    note(3),
  ])
})

test('prefixes of syslog and journald, and lines printed at the start, are skipped', async () => {
  const stream = JSON.stringify({ level: 30, msg: 'checkpoint', checkpoint: note(4) })
  const words = [
    'Starting PostgreSQL.',
    'Try:',
    `  curl -d '{"title":"First incident"}'`,
    '-- Boot 9f --',
    '    at file:///opt/attestry/a.ts:1:2',
  ]
  const prefix = 'Nov 27 09:45:47 host attestry[123]: '
  expect(await read([...words, `${prefix}${stream}`, `${prefix}Stopping.`].join('\n'))).toEqual([note(4)])
  await expect(read(`${line(note(1))}\n${prefix}${stream.slice(0, -9)}`)).rejects.toThrow('line 2')
  await expect(read(`${stream.slice(9)}\n${line(note(1))}`)).rejects.toThrow('line 1')
})

test('CRLF line ends do not matter', async () => {
  expect(await read(`${line(note(1))}\r\n${line(note(2))}\r\n`)).toEqual([note(1), note(2)])
})

describe('a file with one signed note', () => {
  const root = Buffer.alloc(32, 7).toString('base64')
  const signed = `attestry/${ORG}\n12\n${root}\n\n— attestry/${ORG} AAAAAAAB\n`

  test('is read without witnesses’ lines, and with CRLF line ends', async () => {
    expect(await read(signed)).toEqual([signed])
    expect(await read(`${signed}— witness.example/w1 AAAA\n`)).toEqual([signed])
    expect(await read(signed.replaceAll('\n', '\r\n'))).toEqual([signed])
  })

  test('is refused if it was truncated', async () => {
    const cuts = Array.from({ length: signed.length - 12 }, (_, i) => signed.slice(0, -2 - i))
    const whole = cuts.filter((cut) => SIGNATURE.test(cut))
    for (const cut of cuts.filter((cut) => !whole.includes(cut)))
      await expect(read(cut), JSON.stringify(cut)).rejects.toThrow('was it cut?')
    // Four characters of base64 are whole bytes: only the signature itself shows that it is shorter.
    expect(whole).toHaveLength(1)
  })

  test('is refused if it is of another log', async () => {
    await expect(read(signed.replaceAll(ORG, OTHER))).rejects.toThrow('no checkpoint of this log')
  })
})
const SIGNATURE = /— attestry\/[0-9a-f-]+ (?:.{4})+$/

describe('an unreadable checkpoint file is refused with the line', () => {
  test.each([
    ['a line that was cut', [line(note(1)), line(note(2)).slice(0, -30)].join('\n'), 'line 2'],
    ['a part of a line', `${line(note(1))}\nAAAA\\n"}\n`, 'line 2'],
    ['a note after a line of JSON', `${line(note(1))}\n${note(2)}`, 'line 2'],
    ['an array of notes', JSON.stringify([line(note(1))]), 'line 1'],
    ['JSON over several lines', JSON.stringify({ checkpoint: note(1) }, null, 1), 'line 1'],
    ['a checkpoint that is not text', line(7), 'line 1'],
    ['the name of the log in capitals', line(note(1, ORG.toUpperCase().replace('0', 'A'))), 'line 1'],
    ['a wrapped line that was cut', JSON.stringify({ log: line(note(1)).slice(0, -3) }), 'line 1'],
  ])('%s', async (_, text, where) => {
    await expect(read(text)).rejects.toThrow(UsageError)
    await expect(read(text)).rejects.toThrow(where)
  })
})

test.each([
  ['an empty file', ''],
  ['empty lines', '\n\n'],
  ['checkpoints of another log only', line(note(1, OTHER))],
  ['a log stream without checkpoints', '{"msg":"ready"}\n'],
])('%s is refused, as it has no checkpoint of this log', async (_, text) => {
  await expect(read(text)).rejects.toThrow('no checkpoint of this log')
})

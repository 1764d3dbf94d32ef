import { expect, test } from 'vitest'
import { IncidentWorkService } from '../../proto/gen/attestry/ledger/v1/incident_changes_pb.ts'
import { requirePartsWithinLimit } from './part-limit.ts'

const { input } = IncidentWorkService.methods.find(({ name }) => name === 'AttachToIncident')!
const file = 'AAAA'.repeat(1_000_000)
const withNote = (note: string) => Buffer.from(`{"name":"a","content":"${file}","note":"${note}"}`)

test('a large JSON message may have a file and any note', () => {
  for (const note of ['', '[{,'.repeat(6666), ','.repeat(20_000)])
    expect(() => requirePartsWithinLimit(input, 'application/json', withNote(note))).not.toThrow()
})

test.each([
  ['objects', '{"\\n":0},', 1_600_000],
  ['numbers', '0,', 1_600_000],
  ['lists in lists', '[', 1_600_000],
])('a JSON message with too many parts is refused before it is parsed: %s', (_, part, times) => {
  const body = Buffer.from(`{"name":[${part.repeat(times)}`)
  expect(() => requirePartsWithinLimit(input, 'application/json; charset=utf-8', body)).toThrow(
    'at most 50000 parts',
  )
})

test('a small JSON message has a lower limit of parts, and may have any text', () => {
  const many = Buffer.from(`{${Array.from({ length: 20_001 }, (_, n) => `"k${n}":1`).join()}}`)
  expect(() => requirePartsWithinLimit(input, 'application/json', many)).toThrow('at most 20000 parts')
  const body = Buffer.from(`{"note":"${'[{,'.repeat(200_000)}"}`)
  expect(() => requirePartsWithinLimit(input, 'application/json', body)).not.toThrow()
})

test('a binary message with too many parts is refused, and one with a large file is not', () => {
  const unknown = Buffer.alloc(2 * 1024 * 1024, Buffer.from([0x78, 0]))
  expect(() => requirePartsWithinLimit(input, 'application/proto', unknown)).toThrow('at most 50000 parts')
  const content = input.fields.find(({ scalar }) => scalar === 12)!
  const large = Buffer.concat([
    Buffer.from([content.number * 8 + 2, 0xff, 0xff, 0x7f]),
    Buffer.alloc(2 * 1024 * 1024),
  ])
  expect(() =>
    requirePartsWithinLimit(input, 'application/proto', large.subarray(0, 4 + 0x1fffff)),
  ).not.toThrow()
})

import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { LANDED, nameOf } from './endpoints.ts'
import { expectEntry, expectError } from './support/expect-error.ts'
import { countRecords } from './support/records.ts'
import { type Change, scene } from './support/scene.ts'

const api = scene()
const CREATES = LANDED.filter(({ bodyLimit }) => bodyLimit !== null)

describe.each(CREATES.map((endpoint) => [nameOf(endpoint), endpoint] as const))('%s', (_, endpoint) => {
  const least = (): string => JSON.stringify(endpoint.least!())
  const limit = endpoint.bodyLimit!
  const type = (value: string): { media: [string, string][] } => ({ media: [['Content-Type', value]] })
  const encoded = (value: string): { headers: [string, string][] } => ({
    headers: [['Content-Encoding', value]],
  })

  const refused = (): [string, Change][] => [
    ['no media type', { media: [] }],
    ['text/plain', type('text/plain')],
    ['application/x-www-form-urlencoded', type('application/x-www-form-urlencoded')],
    ['application/json-patch+json', type('application/json-patch+json')],
    ['application/problem+json', type('application/problem+json')],
    ['text/json', type('text/json')],
    ['another charset', type('application/json; charset=iso-8859-1')],
    ['a quotation that does not end', type('application/json; charset="utf-8')],
    ['another charset beside another parameter', type('application/json; profile=x; charset=latin1')],
    ['a parameter without a value', type('application/json; profile')],
    ['words after the type', type('application/json profile=x')],
    ['two types in one line', type('application/json, text/plain')],
    [
      'two Content-Type lines',
      {
        media: [
          ['Content-Type', 'application/json'],
          ['Content-Type', 'text/plain'],
        ],
      },
    ],
    ['gzip', { ...encoded('gzip'), body: gzipSync(least()) }],
    ['gzip said of a plain body', encoded('gzip')],
    ['deflate', encoded('deflate')],
    ['br', encoded('br')],
    ['identity and gzip', encoded('identity, gzip')],
    ['an empty Content-Encoding', encoded('')],
  ]
  test('another media type or coding is answered 415, unstored, with one audit entry each', async () => {
    const before = await countRecords(api.at)
    for (const [what, change] of refused()) {
      const answer = await api.send(endpoint, change)
      expect([what, answer.status]).toEqual([what, 415])
      expectError(answer, 415, 'unsupported_media_type')
      await expectEntry(api.at, answer, { outcome: 'refused', code: 'unsupported_media_type', receipts: [] })
    }
    expect(await countRecords(api.at)).toBe(before)
  })

  const accepted: [string, Change][] = [
    ['application/json; charset=utf-8', type('application/json; charset=utf-8')],
    ['APPLICATION/JSON;charset="UTF-8"', type('APPLICATION/JSON;charset="UTF-8"')],
    ['application/json; charset=utf8', type('application/json; charset=utf8')],
    ['a parameter beside charset', type('application/json; profile=x;charset=utf-8 ; v="1;\\" 2"')],
    ['a semicolon without a parameter', type('application/json ; ')],
    ['Content-Encoding: identity', encoded('identity')],
  ]
  test('every spelling of the JSON media type is accepted', async () => {
    for (const [what, change] of accepted)
      expect([what, (await api.send(endpoint, change)).status]).toEqual([what, endpoint.success])
  })

  test('a body of exactly the limit is accepted, and one byte more is answered 413, sized or chunked', async () => {
    const atLimit = least().padEnd(limit)
    expect((await api.send(endpoint, { body: atLimit })).status).toBe(endpoint.success)
    const before = await countRecords(api.at)
    for (const body of [`${atLimit} `, Buffer.from(`${atLimit} `)]) {
      const answer = await api.send(endpoint, { body })
      expectError(answer, 413, 'payload_too_large')
      await expectEntry(api.at, answer, { outcome: 'refused', code: 'payload_too_large' })
    }
    expect(await countRecords(api.at)).toBe(before)
  })

  test('a body of three times the limit is answered 413, not by a reset connection', async () => {
    const answer = await api.send(endpoint, { body: Buffer.alloc(limit * 3, 0x20) })
    expectError(answer, 413, 'payload_too_large')
  })

  test('an oversized body without a valid key is answered 401, before 413', async () => {
    const answer = await api.send(endpoint, { authorization: [], body: Buffer.alloc(limit * 2, 0x20) })
    expectError(answer, 401, 'unauthorized')
  })
})

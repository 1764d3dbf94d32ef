import { randomBytes } from 'node:crypto'
import { create, fromBinary, fromJson, type JsonValue, toBinary, toJson } from '@bufbuild/protobuf'
import { expect, test } from 'vitest'
import { GetIncidentAttachmentResponseSchema } from '../../../../proto/gen/attestry/ledger/v1/incident_changes_pb.ts'
import {
  IncidentSchema,
  ListIncidentsResponseSchema,
} from '../../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { messageInTurns } from './message-in-turns.ts'

const incident = (n: number) =>
  create(IncidentSchema, { id: `i${n}`, title: `第${n} "x"`, description: '字'.repeat(20_000) })

test.each([0, 1, 2, 50])('a list of %i messages is the same message in both encodings', async (count) => {
  const incidents = Array.from({ length: count }, (_, n) => incident(n))
  const list = create(ListIncidentsResponseSchema, { incidents, nextCursor: count > 1 ? 'next' : '' })
  const binary = Buffer.concat(await messageInTurns(ListIncidentsResponseSchema, list, 'binary'))
  expect(fromBinary(ListIncidentsResponseSchema, binary)).toEqual(list)
  const json = Buffer.concat(await messageInTurns(ListIncidentsResponseSchema, list, 'json')).toString()
  expect(json).toBe(JSON.stringify(toJson(ListIncidentsResponseSchema, list)))
  expect(fromJson(ListIncidentsResponseSchema, JSON.parse(json) as JsonValue)).toEqual(list)
})

test('a message without a list is encoded too', async () => {
  const schema = GetIncidentAttachmentResponseSchema
  const message = create(schema, { attachment: { name: 'a' }, content: new Uint8Array(1000).fill(7) })
  const binary = Buffer.concat(await messageInTurns(schema, message, 'binary'))
  expect(binary.equals(toBinary(schema, message))).toBe(true)
  const json = Buffer.concat(await messageInTurns(schema, message, 'json')).toString()
  expect(json).toBe(JSON.stringify(toJson(schema, message)))
})

test.each([1, 2])(
  'a file is encoded in pieces, and is the same file in both encodings (%i)',
  async (more) => {
    const schema = GetIncidentAttachmentResponseSchema
    const content = randomBytes(1024 * 1024 + more)
    for (const name of ['', 'a']) {
      const message = create(schema, { content, ...(name !== '' && { attachment: { name } }) })
      const grown: number[] = []
      const grew = (bytes: number) => void grown.push(bytes)
      const binary = await messageInTurns(schema, message, 'binary', grew)
      const json = await messageInTurns(schema, message, 'json', grew)
      const decoded = [
        fromBinary(schema, Buffer.concat(binary)),
        fromJson(schema, JSON.parse(Buffer.concat(json).toString()) as JsonValue),
      ]
      for (const one of decoded) {
        expect(content.equals(one.content)).toBe(true)
        expect(one.attachment?.name ?? '').toBe(name)
      }
      for (const pieces of [binary, json]) {
        expect(pieces.length).toBeGreaterThan(2)
        expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(600_000)
      }
      expect(grown).toHaveLength(binary.length + json.length - 2)
    }
  },
)

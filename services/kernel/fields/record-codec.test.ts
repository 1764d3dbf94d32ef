import { create, type MessageShape, toBinary } from '@bufbuild/protobuf'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  IncidentSchema,
  IncidentStatus,
  Severity,
} from '../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { canonicalJson } from '../json/canonical-json.ts'
import { timestamp } from '../values/time.ts'
import { recordCodec } from './record-codec.ts'

const ORGANIZATION = '018f0000-0000-7000-8000-000000000001'
const at = timestamp(new Date('2026-01-02T03:04:05.678Z'))
const incident = (title: string, count = 0n) =>
  create(IncidentSchema, {
    id: '018f0000-0000-7000-8000-000000000002',
    title,
    severity: Severity.HIGH,
    affectedSystems: [title],
    affectedPersonsCount: count,
    detectedAt: at,
    regulation: 1,
    earlyWarningDeadline: at,
    notificationDeadline: at,
    finalReportDeadline: at,
    status: IncidentStatus.OPEN,
    source: { kind: 'api', id: 'key', receivedAt: at, notes: [title] },
    createdAt: at,
    version: 1,
  })
const records = recordCodec(IncidentSchema)
const binary = (message: MessageShape<typeof IncidentSchema>): string =>
  Buffer.from(toBinary(IncidentSchema, message)).toString('hex')

test('a record is RFC 8785 text, whatever its message contains, and reads back as the message', () => {
  const unit = fc.integer({ min: 0, max: 0xffff })
  const text = fc.array(unit, { maxLength: 40 }).map((units) => String.fromCharCode(...units).toWellFormed())
  fc.assert(
    fc.property(text, fc.bigInt({ min: 0n, max: 2n ** 53n - 1n }), (title, count) => {
      const message = incident(title, count)
      const record = records.write(ORGANIZATION, message)
      expect(record).toBe(canonicalJson(JSON.parse(record)))
      expect(binary(records.read(record))).toBe(binary(message))
    }),
  )
})

test('a record with text that JSON cannot carry is not written', () => {
  expect(() => records.write(ORGANIZATION, incident('\ud800'))).toThrow(TypeError)
  expect(() => records.write(ORGANIZATION, incident('\\\ud800'))).toThrow(TypeError)
})

test('a record with an enum value without a word is not written', () => {
  const message = { ...incident('x'), severity: Severity.UNSPECIFIED }
  expect(() => records.write(ORGANIZATION, message)).toThrow(RangeError)
})

test('a record of an earlier proto version reads with its missing fields absent', () => {
  const { note: _, source: __, ...earlier } = JSON.parse(records.write(ORGANIZATION, incident('x')))
  expect(records.read(JSON.stringify(earlier))).toMatchObject({ title: 'x', note: '' })
  expect(records.read(JSON.stringify(earlier)).source).toBeUndefined()
})

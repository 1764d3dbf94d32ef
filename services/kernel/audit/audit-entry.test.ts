import { create } from '@bufbuild/protobuf'
import { expect, test } from 'vitest'
import { Outcome } from '../../../proto/gen/attestry/common/v1/audit_pb.ts'
import { ActorKind, CallerSchema, Via } from '../../../proto/gen/attestry/common/v1/caller_pb.ts'
import { leafHash, nodeHash } from '../crypto/merkle.ts'
import { canonicalJson } from '../json/canonical-json.ts'
import { auditEntry, receiptsOf } from './audit-entry.ts'

const caller = create(CallerSchema, {
  organizationId: '018f0000-0000-7000-8000-000000000001',
  actor: {
    kind: ActorKind.API_KEY,
    id: '018f0000-0000-7000-8000-000000000002',
    name: 'ci "√"\u2028\u0007 key',
  },
  via: Via.REST,
  operation: 'createIncident',
  requestId: '018f0000-0000-7000-8000-000000000003',
})

test('an audit entry is canonical JSON, whatever its details contain', () => {
  const { text } = auditEntry({
    caller,
    at: new Date('2026-01-02T03:04:05.678Z'),
    outcome: Outcome.REFUSED,
    code: 'forbidden',
    details: { b: 1, a: ['ü', { z: null, y: 1e21 }] },
    receipts: receiptsOf([{ type: 'incidents', text: '{"id":"1"}' }]),
  })
  expect(text).toBe(canonicalJson(JSON.parse(text)))
  expect(JSON.parse(text)).toMatchObject({
    actor: { kind: 'api_key' },
    operation: 'createIncident',
    via: 'rest',
  })
})

test('the text of an audit entry has these bytes, which logs of every version contain', () => {
  const at = new Date('2026-01-02T03:04:05.678Z')
  const receipts = receiptsOf([{ type: 'incidents', text: '{"id":"1"}' }])
  expect(auditEntry({ caller, at, outcome: Outcome.OK, receipts }).text).toBe(
    `{"actor":{"id":"018f0000-0000-7000-8000-000000000002","kind":"api_key","name":"ci \\"√\\"\u2028\\u0007 key"},"at":"2026-01-02T03:04:05.678Z","code":null,"details":{},"id":"018f0000-0000-7000-8000-000000000003","operation":"createIncident","organization_id":"018f0000-0000-7000-8000-000000000001","outcome":"ok","receipts":[{"count":1,"root":"60ec0be080bb2d010f46c64d96758ea66fb4c54de18397d63ca88d348e4268c3","type":"incidents"}],"request_id":"018f0000-0000-7000-8000-000000000003","v":1,"via":"rest"}`,
  )
  const nobody = create(CallerSchema, { organizationId: 'o', operation: 'x', requestId: 'r' })
  expect(
    auditEntry({ caller: nobody, at, outcome: Outcome.UNSPECIFIED, code: 'internal', id: 'i' }).text,
  ).toBe(
    '{"actor":{"id":null,"kind":"anonymous","name":null},"at":"2026-01-02T03:04:05.678Z","code":"internal","details":{},"id":"i","operation":"x","organization_id":"o","outcome":"failed","receipts":[],"request_id":"r","v":1,"via":"system"}',
  )
})

test('receipts cover the records of each type in order', () => {
  const receipts = receiptsOf([
    { type: 'incidents', text: 'a' },
    { type: 'findings', text: 'b' },
    { type: 'incidents', text: 'c' },
  ])
  expect(receipts.map(({ type, count }) => [type, count])).toEqual([
    ['incidents', 2],
    ['findings', 1],
  ])
  expect(receipts[0]?.root).toEqual(nodeHash(leafHash('a'), leafHash('c')))
  expect(receipts[1]?.root).toEqual(leafHash('b'))
})

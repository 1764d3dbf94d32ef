import { create } from '@bufbuild/protobuf'
import { expect, test } from 'vitest'
import { Outcome } from '../../../proto/gen/attestry/common/v1/audit_pb.ts'
import { ActorKind, CallerSchema, Via } from '../../../proto/gen/attestry/common/v1/caller_pb.ts'
import { canonicalJson } from '../canonical-json.ts'
import { leafHash, nodeHash } from '../crypto/merkle.ts'
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

test('an entry is canonical JSON, whatever its free-form parts hold', () => {
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

test('receipts bind the records of each type in order', () => {
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

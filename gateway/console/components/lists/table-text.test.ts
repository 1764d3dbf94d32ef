import { create } from '@bufbuild/protobuf'
import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import { expect, test } from 'vitest'
import { ActorKind } from '../../../../proto/gen/attestry/common/v1/caller_pb.ts'
import { AuditEntrySchema } from '../../../../proto/gen/attestry/ledger/v1/audit_pb.ts'
import { headingsOf, textsOf } from './table-text.ts'

test('each field of a message becomes a text: words, UTC times, lists, and JSON for nested ones', () => {
  const entry = create(AuditEntrySchema, {
    id: 'an id',
    at: timestampFromDate(new Date('2026-01-02T03:04:05Z')),
    actor: { kind: ActorKind.API_KEY, id: 'k', name: 'ci' },
    leafIndex: 7n,
    incidentIds: ['one', 'two'],
    receipts: [{ type: 'incidents', count: 2 }],
  })
  const texts = Object.fromEntries(
    textsOf(AuditEntrySchema, entry).map((text, i) => [headingsOf(AuditEntrySchema)[i], text]),
  )
  expect(texts).toMatchObject({
    id: 'an id',
    at: '2026-01-02T03:04:05Z',
    'leaf index': '7',
    'incident ids': 'one two',
    code: '',
  })
  expect(JSON.parse(texts.actor!)).toMatchObject({ name: 'ci' })
  expect(JSON.parse(texts.receipts!)).toMatchObject({ type: 'incidents', count: 2 })
})

import { create } from '@bufbuild/protobuf'
import { expect, test } from 'vitest'
import { AttachToIncidentRequestSchema } from '../../../../proto/gen/attestry/ledger/v1/incident_changes_pb.ts'
import { Reason } from '../../../kernel/errors/errors.ts'
import { attachmentOf } from './attachment.ts'

const BY = { at: new Date(0), by: 'mara@acme.example' }
const ID = '01990000-0000-7000-8000-000000000000'
const named = (name: string) =>
  attachmentOf(
    ID,
    ID,
    create(AttachToIncidentRequestSchema, { id: ID, name, content: new Uint8Array(1) }),
    BY,
  )

test.each([
  '../../etc/passwd',
  '/etc/passwd',
  'a\\b',
  '.',
  '..',
  '. .',
  '   ',
  'x\r\nContent-Type: text/html',
  'a\u2028b',
  '\u202egpj.exe',
])('the attachment name %j is refused', (name) => {
  expect(() => named(name)).toThrowError(expect.objectContaining({ reason: Reason.VALIDATION }))
})

test.each(['report.pdf', '.env', '..a', 'Bericht 12:30 – Größe.pdf', '=1+1.csv', '報告.txt'])(
  'the attachment name %j is accepted unchanged',
  (name) => {
    expect(named(name).name).toBe(name)
  },
)

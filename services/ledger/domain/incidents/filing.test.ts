import { create } from '@bufbuild/protobuf'
import { expect, test } from 'vitest'
import {
  type IncidentFiling,
  IncidentFilingSchema,
  IncidentMomentSchema,
  IncidentWorkSchema,
  Moment,
  Regime,
} from '../../../../proto/gen/attestry/ledger/v1/incident_work_pb.ts'
import { IncidentSchema, Regulation } from '../../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { FileIncidentReportRequestSchema } from '../../../../proto/gen/attestry/ledger/v1/obligations_pb.ts'
import { Reason } from '../../../kernel/errors/errors.ts'
import { timestampOf } from '../../../kernel/values/time.ts'
import { type FiledDocument, fileReport } from './filing.ts'

const AT = '2026-03-01T10:00:00.000Z'
const INCIDENT = create(IncidentSchema, {
  ...{ regulation: Regulation.NIS2, isSignificant: true, detectedAt: timestampOf(AT) },
})
const filed = (count: number, recipient: string): IncidentFiling[] =>
  Array(count).fill(
    create(IncidentFilingSchema, {
      ...{ id: '01a20627-1e40-7000-bd2a-85ad02eff22d', regime: Regime.NIS2, step: 'notification', recipient },
      submittedAt: timestampOf(AT),
    }),
  )
const file = (filings: IncidentFiling[], recipient = 'CSIRT', document?: FiledDocument) => {
  const submittedAt = timestampOf(AT)
  const request = create(FileIncidentReportRequestSchema, {
    ...{ regime: Regime.NIS2, step: 'notification', recipient, submittedAt },
  })
  return fileReport(
    { incident: INCIDENT, filings },
    request,
    { at: new Date(AT), by: 'a@example.com' },
    document,
  )
}

test('an incident’s filings are limited so that its obligation records stay short', () => {
  expect(file(filed(999, 'CSIRT')).recipient).toBe('CSIRT')
  expect(() => file(filed(1000, 'CSIRT'))).toThrow('at most 1000 filings')
  // In JSON each of these takes six bytes.
  const long = '\u0001'.repeat(500)
  expect(() => file(filed(400, long), long)).toThrow('at most 1000 filings')
})

test('a later filing of an attachment that was made from a report names that report', () => {
  const document = { attachmentId: 'a', sha256: 'ab'.repeat(32), reportId: 'r', reportVersion: 3 }
  const first = file([], 'CSIRT', document)
  const attached = { ...document, reportId: '', reportVersion: 0 }
  expect(file([first], 'CSIRT', attached)).toMatchObject({
    attachmentId: 'a',
    reportId: 'r',
    reportVersion: 3,
  })
  // A filing of another step or regime does not pass its report on.
  for (const differs of [{ step: 'final' }, { regime: Regime.GDPR }])
    expect(file([{ ...first, ...differs }], 'CSIRT', attached)).toMatchObject({
      ...{ attachmentId: 'a', reportId: '', reportVersion: 0 },
    })
  const other = { ...attached, attachmentId: 'b' }
  expect(file([first], 'CSIRT', other)).toMatchObject({ attachmentId: 'b', reportId: '', reportVersion: 0 })
  expect(file([first])).toMatchObject({ attachmentId: '', reportId: '', reportVersion: 0 })
})

test('a filing is refused if its caller has read another number of filings of the report', () => {
  const filings = [...filed(2, 'CSIRT'), { ...filed(1, 'CSIRT')[0]!, step: 'final' }]
  const withRead = (expectedFilings?: number) => () => {
    const request = create(FileIncidentReportRequestSchema, {
      ...{ regime: Regime.NIS2, step: 'notification', recipient: 'CSIRT', submittedAt: timestampOf(AT) },
      ...(expectedFilings === undefined ? {} : { expectedFilings }),
    })
    return fileReport({ incident: INCIDENT, filings }, request, { at: new Date(AT), by: 'a@example.com' })
  }
  for (const other of [0, 1, 3])
    expect(withRead(other)).toThrow(
      expect.objectContaining({ reason: Reason.CONFLICT, details: { current_version: 2 } }),
    )
  for (const read of [2, undefined]) expect(withRead(read)).not.toThrow()
})

test('a filing that was submitted before the incident was known needs a note', () => {
  const fileAt = (submitted: string, note = '', incident = INCIDENT) => {
    const request = create(FileIncidentReportRequestSchema, {
      ...{ regime: Regime.NIS2, step: 'notification', recipient: 'CSIRT', note },
      submittedAt: timestampOf(submitted),
    })
    return fileReport({ incident, filings: [] }, request, { at: new Date(AT), by: 'a@example.com' })
  }
  const refused =
    'note: must say why: the report was submitted before the incident was known, at 2026-03-01T10:00'
  for (const early of ['2025-03-01T10:00:00.000Z', '2026-03-01T09:54:59.999Z'])
    expect(() => fileAt(early)).toThrow(refused)
  expect(fileAt('2025-03-01T10:00:00.000Z', 'The supplier reported it for us.').note).not.toBe('')
  expect(fileAt(AT).note).toBe('')
  // A form sends the minute, and the clock of its computer may be behind.
  expect(fileAt('2026-03-01T09:55:00.000Z').note).toBe('')
  const known = { moment: Moment.AWARE, at: timestampOf('2026-03-01T08:00:00.000Z'), saidBy: 'a' }
  const work = create(IncidentWorkSchema, { moments: [create(IncidentMomentSchema, known)] })
  const aware = create(IncidentSchema, { ...INCIDENT, work })
  expect(fileAt('2026-03-01T09:00:00.000Z', '', aware).note).toBe('')
})

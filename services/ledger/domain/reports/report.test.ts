import { create } from '@bufbuild/protobuf'
import { describe, expect, it } from 'vitest'
import { EditIncidentReportRequestSchema } from '../../../../proto/gen/attestry/ledger/v1/incident_reports_pb.ts'
import { Moment } from '../../../../proto/gen/attestry/ledger/v1/incident_work_pb.ts'
import { IncidentSchema, Severity } from '../../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { DomainError } from '../../../kernel/errors/errors.ts'
import { timestamp } from '../../../kernel/values/time.ts'
import { REGIME_WORDS } from '../incidents/incident-facts.ts'
import { REGIMES } from '../obligations/obligations-of.ts'
import { fitted, MAX_LINES, valueProblem } from './field-kind.ts'
import { FORMS, formOf } from './forms.ts'
import { draftReport, editReport, MAX_REPORT, missingFields, reportRecords } from './report.ts'

const AT = new Date('2026-11-22T10:00:00Z')
const BY = { at: AT, by: 'ciso@example.com' }
const ID = '01900000-0000-7000-8000-000000000001'

const incident = create(IncidentSchema, {
  ...{ id: '01900000-0000-7000-8000-000000000002', title: 'Mail forwarded', description: 'To an outsider.' },
  ...{ severity: Severity.HIGH, affectedSystems: ['mail', 'crm'], affectedPersonsCount: 12n, version: 3 },
  detectedAt: timestamp(new Date('2026-11-20T08:00:00Z')),
  work: { moments: [{ moment: Moment.AWARE, at: timestamp(new Date('2026-11-20T09:00:00Z')), saidBy: 'x' }] },
})
const source = { incident, organizationName: 'Muster AG' }

const draft = (regime: string, step: string, earlier?: ReturnType<typeof draftReport>) =>
  draftReport(ID, formOf(REGIME_WORDS.value(regime), step), source, earlier, BY)
const valueIn = (report: ReturnType<typeof draftReport>, id: string) =>
  report.values.find(({ field }) => field === id)?.text
const editing = (expectedVersion: number, values: { field: string; text: string }[]) =>
  create(EditIncidentReportRequestSchema, { expectedVersion, values })
const refusal = (work: () => unknown): DomainError => {
  try {
    work()
  } catch (error) {
    if (error instanceof DomainError) return error
  }
  throw new Error('it was not refused')
}

describe('the report forms', () => {
  it('exist for every step of every regime, with each field once and its article', () => {
    for (const { name, stepNames } of REGIMES)
      expect(FORMS.filter(({ regime }) => regime === name).map(({ step }) => step)).toEqual([...stepNames])
    for (const { fields } of FORMS) {
      expect(new Set(fields.map(({ id }) => id)).size).toBe(fields.length)
      for (const { article, label } of fields)
        expect([article, label].every((text) => text !== '')).toBe(true)
    }
  })

  it('have the fields of the DORA template by number', () => {
    const numbers = formOf(REGIME_WORDS.value('dora'), 'final').fields.map(({ id }) => id)
    const range = (part: number, last: number) => Array.from({ length: last }, (_, i) => `${part}.${i + 1}`)
    expect(numbers).toEqual([...range(1, 15), ...range(2, 10), ...range(3, 35), ...range(4, 16)])
  })
})

describe('a report draft', () => {
  it('is filled in from the incident', () => {
    const report = draft('gdpr', 'authority')
    expect(valueIn(report, 'controller')).toBe('Muster AG')
    expect(valueIn(report, 'nature')).toBe('Mail forwarded\n\nTo an outsider.')
    expect(valueIn(report, 'aware_at')).toBe('2026-11-20T09:00:00.000Z')
    expect(valueIn(report, 'subject_count')).toBe('12')
    expect(report.incidentVersion).toBe(3)
    expect(missingFields(report)).toEqual(['dpo', 'consequences', 'measures'])
  })

  it('takes over what people wrote in an earlier report, and facts from the incident', () => {
    const first = draft('nis2', 'notification')
    const values = [
      { field: 'affected_systems', text: 'the mail relay' },
      { field: 'severity', text: 'critical' },
      { field: 'impact', text: 'Mail was down for a day.' },
      { field: 'aware_at', text: '2026-11-19T00:00:00Z' },
    ]
    const final = draft('nis2', 'final', editReport(first, editing(1, values), BY))
    expect(valueIn(final, 'affected_systems')).toBe('the mail relay')
    expect(valueIn(final, 'impact')).toBe('Mail was down for a day.')
    expect(valueIn(final, 'aware_at')).toBe('2026-11-20T09:00:00.000Z')
  })

  it('has its own type of submission at each step of DORA', () => {
    const initial = draft('dora', 'initial')
    expect(valueIn(initial, '1.1')).toBe('initial notification')
    expect(valueIn(draft('dora', 'intermediate', initial), '1.1')).toBe('intermediate report')
  })

  it('truncates what does not fit, with a mark', () => {
    expect(fitted({ maxLength: 20 }, 'x'.repeat(30))).toBe(`${'x'.repeat(16)} […]`)
    const lines = fitted({ maxLength: 25_000 }, 'x\n'.repeat(5000))
    expect(lines.split('\n')).toHaveLength(MAX_LINES - 1)
    expect(fitted({ maxLength: 20 }, '\ud800\0')).toBe('\ufffd')
  })
})

describe('a report edit', () => {
  it('makes the next version, with the fields in their order', () => {
    const report = draft('nis2', 'early_warning')
    const next = editReport(
      report,
      editing(1, [
        { field: 'cross_border', text: 'no' },
        { field: 'summary', text: '' },
      ]),
      { at: AT, by: 'dpo@example.com' },
    )
    expect(next.version).toBe(2)
    expect(next.editedBy).toBe('dpo@example.com')
    expect(valueIn(next, 'cross_border')).toBe('no')
    expect(valueIn(next, 'summary')).toBeUndefined()
    expect(reportRecords.read(reportRecords.write(ID, next))).toEqual(next)
  })

  it('of a stale version is refused with the current version', () => {
    const report = editReport(
      draft('nis2', 'early_warning'),
      editing(1, [{ field: 'contact', text: 'a' }]),
      BY,
    )
    const error = refusal(() => editReport(report, editing(1, [{ field: 'contact', text: 'b' }]), BY))
    expect(error.details).toEqual({ current_version: 2 })
  })

  it('names every invalid value', () => {
    const wrong = [
      { field: 'contact', text: 'x'.repeat(1001) },
      { field: 'aware_at', text: 'yesterday' },
      { field: 'cross_border', text: 'perhaps' },
      { field: 'no_such', text: 'x' },
      { field: 'summary', text: '\n'.repeat(MAX_LINES) },
    ]
    const { details } = refusal(() => editReport(draft('nis2', 'early_warning'), editing(1, wrong), BY))
    expect(details?.fieldErrors).toEqual({
      'values.contact': ['must be at most 1000 characters'],
      'values.aware_at': ['must be a time such as 2026-11-22T10:00:00Z'],
      'values.cross_border': ['must be one of yes, no, unknown'],
      'values.3.field': ['is not a field of this report (attestry incident report fields)'],
      'values.summary': [`must have at most ${MAX_LINES} lines`],
    })
  })

  it('limits the total length of a report’s texts', () => {
    const { fields } = formOf(REGIME_WORDS.value('dora'), 'final')
    const values = fields
      .filter(({ kind, maxLength }) => kind === 'text' && maxLength === 25_000)
      .map(({ id }) => ({ field: id, text: 'x'.repeat(25_000) }))
    const error = refusal(() => editReport(draft('dora', 'final'), editing(1, values), BY))
    expect(error.details?.fieldErrors).toEqual({
      values: [`must be at most ${MAX_REPORT} characters together`],
    })
  })

  it('accepts only decimal numbers', () => {
    const number = { kind: 'number', maxLength: 24, choices: [] } as const
    for (const good of ['0', '12.5', '-3', '']) expect(valueProblem(number, good)).toBeUndefined()
    for (const bad of ['1e3', '0x10', '١', '1,5', ' 1', 'NaN'])
      expect(valueProblem(number, bad)).toBeDefined()
  })
})

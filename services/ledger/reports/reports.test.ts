import { create } from '@bufbuild/protobuf'
import { extractText, getDocumentProxy } from 'unpdf'
import { describe, expect, it } from 'vitest'
import {
  type IncidentReport,
  IncidentReportSchema,
  ReportFormat,
} from '../../../proto/gen/attestry/ledger/v1/incident_reports_pb.ts'
import { timestamp } from '../../kernel/values/time.ts'
import { REGIME_WORDS } from '../domain/incident-facts.ts'
import { FORMS } from '../domain/reports/forms.ts'
import { MAX_REPORT } from '../domain/reports/report.ts'
import { render } from './render.ts'

const { PDF, HTML, JSON: JSON_FORMAT } = ReportFormat
const AWKWARD =
  'Ünïcode Ελληνικά Кириллица שלום مرحبا 中文 😀 fi\u202Eexe.fdp \u200b\u0000 <script>alert(1)</script> & "q" \ud800'

function reportOf(values: { [field: string]: string }, regime = 'gdpr', step = 'authority'): IncidentReport {
  const at = timestamp(new Date('2026-11-22T10:00:00Z'))
  return create(IncidentReportSchema, {
    ...{ id: '01900000-0000-7000-8000-000000000001', incidentId: '01900000-0000-7000-8000-000000000002' },
    ...{
      regime: REGIME_WORDS.value(regime),
      step,
      version: 2,
      formVersion: 'eu-1',
      editedAt: at,
      createdAt: at,
    },
    organizationName: 'Muster AG',
    values: Object.entries(values).map(([field, text]) => ({ field, text })),
  })
}

describe('a report as PDF', () => {
  it('is tagged, has its fonts embedded, and holds its text, as another reader finds', async () => {
    const { content } = await render(reportOf({ nature: AWKWARD, subject_count: '1200' }), PDF)
    const pdf = await getDocumentProxy(new Uint8Array(content))
    expect(await pdf.getMarkInfo()).toMatchObject({ Marked: true })
    const page = await pdf.getPage(1)
    const tree = JSON.stringify(await page.getStructTree())
    for (const role of ['Document', 'H1', 'H2', 'P']) expect(tree).toContain(`"role":"${role}"`)
    const { info } = await pdf.getMetadata()
    expect(info).toMatchObject({ Language: 'en', Author: 'Muster AG' })

    const raw = content.toString('latin1')
    expect(raw).toContain('pdfuaid')
    const fonts = raw.match(/\/FontFile2 /g)
    const descriptors = raw.match(/\/Type \/FontDescriptor/g)
    expect(descriptors).toHaveLength(2)
    expect(fonts).toHaveLength(2)
    for (const [, name] of raw.matchAll(/\/BaseFont \/(\S+)/g)) expect(name).toMatch(/^[A-Z]{6}\+DejaVuSans/)

    const { text } = await extractText(pdf, { mergePages: true })
    for (const found of ['Muster AG', '1200', 'Ünïcode', 'Ελληνικά', 'Кириллица', '‹U+202E›', '‹U+200B›'])
      expect(text).toContain(found)
    expect(text).toContain('‹U+4E2D›')
    expect(text).not.toContain('\u202E')
  })

  it('has the same bytes whenever it is rendered', async () => {
    const report = reportOf({ nature: AWKWARD })
    const [one, other] = [await render(report, PDF), await render(report, PDF)]
    expect(other.sha256).toBe(one.sha256)
    const next = await render({ ...report, version: 3 }, PDF)
    expect(next.sha256).not.toBe(one.sha256)
  })

  it('leaves turns to others while it looks up a text of thousands of different characters', async () => {
    const turnsOf = async (nature: string): Promise<number> => {
      let turns = 0
      let running = true
      const count = (): void => {
        turns += 1
        if (running) setImmediate(count)
      }
      setImmediate(count)
      await render(reportOf({ nature }), PDF)
      running = false
      return turns
    }
    const different = Array.from({ length: 20_000 }, (_, i) => String.fromCodePoint(0x4e00 + i)).join('')
    // The fields of a form have turns of their own, whatever stands in them.
    expect((await turnsOf(different)) - (await turnsOf('a'))).toBeGreaterThan(30)
  })

  it('is made of every form, empty or with the longest text that a report may have', async () => {
    for (const { regime, step } of FORMS) {
      const { content } = await render(reportOf({}, regime, step), PDF)
      expect(content.subarray(0, 5).toString()).toBe('%PDF-')
    }
    const { content } = await render(reportOf({ nature: 'W'.repeat(MAX_REPORT) }), PDF)
    expect(content.length).toBeLessThan(10 * 1024 * 1024)
  })
})

describe('a report as HTML and JSON', () => {
  it('escapes what people wrote, and loads nothing', async () => {
    const { content, mediaType } = await render(reportOf({ nature: AWKWARD }), HTML)
    const page = content.toString()
    expect(mediaType).toBe('text/html')
    expect(page).not.toContain('<script')
    expect(page).toContain('&#60;script&#62;')
    expect(page).toContain('‹U+202E›')
    expect(page).toContain('‹U+D800›')
    expect(page).not.toMatch(/src=|href=|url\(|@import/)
    expect(page).toContain("default-src 'none'")
  })

  it('gives programs every field with its article and its value as it was written', async () => {
    const { content, name } = await render(reportOf({ nature: '<b>\u202E' }), JSON_FORMAT)
    const report = JSON.parse(content.toString())
    expect(name).toBe('gdpr-authority-v2.json')
    expect(report).toMatchObject({ regime: 'gdpr', step: 'authority', version: 2, form_version: 'eu-1' })
    const nature = report.fields.find(({ id }: { id: string }) => id === 'nature')
    expect(nature).toEqual({
      ...{ id: 'nature', label: 'Nature of the breach', article: '33(3)(a)', required: true },
      value: '<b>\u202E',
    })
    expect(report.fields.find(({ id }: { id: string }) => id === 'dpo').value).toBeNull()
  })
})

import { create } from '@bufbuild/protobuf'
import { extractText, getDocumentProxy } from 'unpdf'
import { describe, expect, it } from 'vitest'
import {
  type IncidentReport,
  IncidentReportSchema,
  ReportFormat,
} from '../../../proto/gen/attestry/ledger/v1/incident_reports_pb.ts'
import { timestamp } from '../../kernel/values/time.ts'
import { REGIME_WORDS } from '../domain/incidents/incident-facts.ts'
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
  it('is tagged, with embedded fonts, and another reader finds its text', async () => {
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
    const names = [...raw.matchAll(/\/BaseFont \/(\S+)/g)].map(([, name]) => name)
    expect(names.length).toBeGreaterThan(1)
    for (const name of names) expect(name).toMatch(/^[A-Z]{6}\+DejaVuSans/)

    const { text } = await extractText(pdf, { mergePages: true })
    for (const found of ['Muster AG', '1200', 'Ünïcode', 'Ελληνικά', 'Кириллица', '‹U+202E›', '‹U+200B›'])
      expect(text).toContain(found)
    expect(text).toContain('‹U+4E2D›')
    expect(text).not.toContain('\u202E')
    // The line has Arabic too, which the further font would not join, so that its Chinese characters are shown as code points.
    expect(text.replaceAll(/\s+/g, ' ')).toContain('are shown as their code points (U+4E2D, U+6587')
  })

  it('has Chinese, Japanese and Korean in an embedded font', async () => {
    const nature = 'Lieferant 中华人民共和国 (№ 7)\nただいま、テスト。\n한국어 시험\nشركة'
    const report = { ...reportOf({ nature }), organizationName: '株式会社 Muster' }
    const { content } = await render(report, PDF)
    const raw = content.toString('latin1')
    const embedded = [...raw.matchAll(/\/BaseFont \/[A-Z]{6}\+(\S+)/g)].map(([, name]) => name)
    expect(new Set(embedded)).toEqual(new Set(['DejaVuSans-Bold', 'DejaVuSans', 'UnifontExMono']))
    expect(raw.match(/\/FontFile2 /g)).toHaveLength(3)
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(content)), { mergePages: true })
    for (const found of ['株式会社 Muster', '中华人民共和国 (№ 7)', 'ただいま、テスト。', '한국어 시험'])
      expect(text).toContain(found)
    expect(text).not.toContain('U+')
    expect(text).not.toContain('code points')
    expect((await render(report, PDF)).sha256).toBe((await render(report, PDF)).sha256)
  })

  it('shows scripts that need joining, and characters without a font, as code points, and says so', async () => {
    const { content } = await render(reportOf({ nature: 'ไทย नमस्ते 😀 ᄒ', dpo: '𠀀 中' }), PDF)
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(content)), { mergePages: true })
    for (const found of ['‹U+0E44›', '‹U+0928›', '‹U+1112›', '中']) expect(text).toContain(found)
    expect(text.replaceAll(/\s+/g, ' ')).toMatch(
      /are shown as their code points \(U\+.*\)\. The forms HTML and JSON of this version have them\./,
    )
  })

  it.each([
    [
      'links and markup',
      '<a href="javascript:alert(1)">x</a> javascript:alert(1) https://evil.example (x) \\(y\\) <</Type/Action>>',
    ],
    ['a string that ends a PDF', ') Tj ET endstream endobj trailer << /Root 1 0 R >> startxref 0 %%EOF'],
    ['characters that reorder others', '\u202e\u2066\u200f\u061c abc \u202c\u2069'],
    ['controls', '\u0001\u0007\u001b[31m\u007f\u0085\u2028a\r\nb\tc'],
    ['a long word', `${'a'.repeat(10_000)} ${'中'.repeat(10_000)}`],
    ['fonts that alternate', 'a中\n'.repeat(900)],
    ['marks without end', `e${'\u0301'.repeat(5_000)}`],
  ])('contains only as text: %s', async (_, nature) => {
    const { content } = await render(reportOf({ nature }), PDF)
    const pdf = await getDocumentProxy(new Uint8Array(content))
    const { text } = await extractText(pdf, { mergePages: true })
    expect(text).toContain('Muster AG')
    expect(text).not.toMatch(/(?![\n\r\t\f])[\p{Cc}\p{Cf}]/u)
    for (let n = 1; n <= pdf.numPages; n++) expect(await (await pdf.getPage(n)).getAnnotations()).toEqual([])
    expect(await pdf.getJSActions()).toBeNull()
    expect(await pdf.getOpenAction()).toBeNull()
    expect(await pdf.getAttachments()).toBeNull()
    if (nature.includes('中')) expect(text.match(/中/g)).toHaveLength(nature.match(/中/g)!.length)
    const words = nature.match(/[A-Za-z]{4,}/g) ?? []
    for (const word of words.slice(0, 8)) expect(text).toContain(word.slice(0, 60))
  })

  it('has the same bytes whenever it is rendered', async () => {
    const report = reportOf({ nature: AWKWARD })
    const [one, other] = [await render(report, PDF), await render(report, PDF)]
    expect(other.sha256).toBe(one.sha256)
    const next = await render({ ...report, version: 3 }, PDF)
    expect(next.sha256).not.toBe(one.sha256)
  })

  it('lets the event loop turn while it lays out thousands of different characters', async () => {
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
    // Other work is done between the fields of a form, whatever they contain.
    expect((await turnsOf(different)) - (await turnsOf('a'))).toBeGreaterThan(30)
  })

  it('can be made of every form, empty or with the longest text', async () => {
    for (const { regime, step } of FORMS) {
      const { content } = await render(reportOf({}, regime, step), PDF)
      expect(content.subarray(0, 5).toString()).toBe('%PDF-')
    }
    const { content } = await render(reportOf({ nature: 'W'.repeat(MAX_REPORT) }), PDF)
    expect(content.length).toBeLessThan(10 * 1024 * 1024)
  })
})

describe('a report as HTML and JSON', () => {
  it('escapes texts, and loads nothing', async () => {
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

  it('has every field with its article and unchanged value as JSON', async () => {
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

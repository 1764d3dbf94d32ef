import { create } from '@bufbuild/protobuf'
import PdfDocument from 'pdfkit'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { IncidentReportSchema } from '../../../proto/gen/attestry/ledger/v1/incident_reports_pb.ts'
import { timestamp } from '../../kernel/values/time.ts'
import { REGIME_WORDS } from '../domain/incidents/incident-facts.ts'
import { brokenWords } from './broken-words.ts'
import { pdfOf } from './pdf.ts'

afterEach(() => void vi.restoreAllMocks())

/** How many characters are measured for a report with almost no text. */
let least: number | undefined

describe('a very long word', () => {
  it.each([
    ['small Katakana', 'ァ'],
    ['small Hiragana', 'ぁ'],
    ['iteration marks', '々'],
    ['a prolonged sound mark', 'ー'],
    ['ideographs', '漢'],
    ['Hangul', '한'],
    ['closing brackets', '」'],
    ['opening brackets', '（'],
    ['Latin', 'W'],
    ['Thai', 'ก'],
    ['Lao', 'ກ'],
    ['Khmer', 'ក'],
    ['Arabic', 'ب'],
    ['combining marks', '\u0301'],
    ['emoji that are joined', '👩\u200d'],
    ['flags', '🇦'],
    ['no-break spaces', '\u00a0'],
    ['word joiners', 'a\u2060'],
    ['spaces', ' '],
    ['ideographic spaces', '\u3000'],
    ['digits and separators', '1,'],
    ['quotation marks', '"'],
    ['small Katakana after Latin', 'aァ'],
  ])('is laid out in linear time: %s', async (_, unit) => {
    // Otherwise the rest of the word would be measured for each of a hundred lines: fifty times its length.
    least ??= await measuredOf('a')
    const word = `a${unit.repeat(4000 / unit.length)}`
    expect((await measuredOf(word)) - least).toBeLessThan(8 * 4000)
  })

  it('is broken where a line ends, and shorter words are not', () => {
    const hash = '0123456789abcdef'.repeat(4)
    for (const text of [`${hash} ${hash}\n${hash}`, '漢字 かな '.repeat(30), 'a b\n\nc  d\n', ''])
      expect(brokenWords(text)).toBe(text)
    expect(brokenWords('ァ'.repeat(100))).toBe([40, 40, 20].map((n) => 'ァ'.repeat(n)).join('\n'))
    expect(brokenWords('a'.repeat(100))).toBe(`${'a'.repeat(64)}\n${'a'.repeat(36)}`)
    expect(brokenWords(`${'😀\u2060'.repeat(50)}`).replaceAll('\n', '')).toBe('😀\u2060'.repeat(50))
  })
})

/** How many characters are measured to set the text. */
async function measuredOf(text: string): Promise<number> {
  let measured = 0
  const measure = PdfDocument.prototype.widthOfString
  vi.spyOn(PdfDocument.prototype, 'widthOfString').mockImplementation(function (this: never, ...asked) {
    measured += (asked[0] as string).length
    return measure.apply(this, asked as never)
  })
  await pdfOf(reportOf(text))
  vi.restoreAllMocks()
  return measured
}

function reportOf(text: string) {
  const at = timestamp(new Date('2026-11-23T10:00:00Z'))
  return create(IncidentReportSchema, {
    regime: REGIME_WORDS.value('gdpr'),
    step: 'authority',
    formVersion: 'eu-1',
    editedAt: at,
    createdAt: at,
    values: [{ field: 'nature', text }],
  })
}

import { createRequire } from 'node:module'
import { setImmediate as turn } from 'node:timers/promises'
import type { IncidentReport } from '../../../proto/gen/attestry/ledger/v1/incident_reports_pb.ts'
import { documentOf, NOT_STATED } from './document.ts'
import { codePoint, visible } from './visible.ts'

type Pdf = PDFKit.PDFDocument & { end(): void }

/**
 * A version of a report as a tagged PDF (PDF/UA) with its fonts embedded. Its bytes follow from the version alone: the times in it are
 * those of the version, and nothing is compressed, since compressors differ. Other calls have a turn between two fields, and while
 * characters are looked up, of which each text may have thousands of different ones.
 */
export async function pdfOf(report: IncidentReport): Promise<Buffer> {
  const { default: PdfDocument } = await import('pdfkit')
  const { title, organization, at, facts, fields } = documentOf(report)
  const made = new Date(at)
  const pdf = new PdfDocument({
    ...{ pdfVersion: '1.7', subset: 'PDF/UA' as 'PDF/A-1', tagged: true, lang: 'en', displayTitle: true },
    ...{ compress: false, size: 'A4', margin: 56, font: FONTS.plain },
    info: {
      ...{ Title: visible(title), Author: visible(organization), Creator: 'Attestry', Producer: 'Attestry' },
      ...{ CreationDate: made, ModDate: made },
    },
  }) as Pdf
  const chunks: Buffer[] = []
  const ended = new Promise<void>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
    pdf.on('end', resolve)
    pdf.on('error', reject)
  })
  const hasGlyph = glyphs(pdf)
  const root = pdf.struct('Document')
  pdf.addStructure(root)
  const put = async (kind: string, style: keyof typeof FONTS, size: number, text: string): Promise<void> => {
    const shown = await laidOut(text, hasGlyph)
    root.add(pdf.struct(kind, {}, [() => void pdf.font(FONTS[style]).fontSize(size).text(shown)]))
  }
  await put('H1', 'bold', 15, title)
  for (const { label, text } of facts) await put('P', 'plain', 9, `${label}: ${text}`)
  for (const { label, article, text } of fields) {
    pdf.moveDown(0.6)
    await put('H2', 'bold', 10, `${label} (${article})`)
    await put('P', 'plain', 10, text === '' ? NOT_STATED : text)
    await turn()
  }
  root.end()
  pdf.end()
  await ended
  return Buffer.concat(chunks)
}

/** Text that the fonts can show, in lines that are laid out in linear time: a longer word is broken. */
async function laidOut(text: string, hasGlyph: (character: string) => boolean): Promise<string> {
  const shown: string[] = []
  for (const one of visible(text)) {
    if (shown.length % LOOKED_UP === LOOKED_UP - 1) await turn()
    shown.push(one === '\n' || hasGlyph(one) ? one : codePoint(one))
  }
  return shown.join('').replace(LONG_WORD, '$&\n')
}

/** Whether both fonts have a character; asked once each. */
function glyphs(pdf: Pdf): (character: string) => boolean {
  const known = new Map<string, boolean>()
  const fonts = [FONTS.bold, FONTS.plain].map((path) => {
    pdf.font(path)
    return (pdf as unknown as { _font: { font: { hasGlyphForCodePoint(point: number): boolean } } })._font
      .font
  })
  return (character) => {
    const found = known.get(character)
    if (found !== undefined) return found
    const has = fonts.every((font) => font.hasGlyphForCodePoint(character.codePointAt(0)!))
    known.set(character, has)
    return has
  }
}

/** How many characters are looked up before other calls have a turn: some 20 ms of them. */
const LOOKED_UP = 500

/** As many characters without a space as fit into a line. A SHA-256 in hex has 64. */
const LONG_WORD = /\S{64}(?=\S)/gu

const { resolve } = createRequire(import.meta.url)
const FONTS = {
  plain: resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
  bold: resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
}

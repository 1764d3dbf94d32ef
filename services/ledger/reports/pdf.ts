import { createRequire } from 'node:module'
import type { IncidentReport } from '../../../proto/gen/attestry/ledger/v1/incident_reports_pb.ts'
import { ownTurn } from '../../kernel/concurrency/event-loop.ts'
import { brokenWords } from './broken-words.ts'
import { documentOf, NOT_STATED } from './document.ts'
import { furtherFont, isOfFurtherScripts } from './further-font.ts'
import { codePoint, visible } from './visible.ts'

type Pdf = PDFKit.PDFDocument & { end(): void }

/**
 * A version of a report as a tagged PDF (PDF/UA) with its fonts embedded. Its bytes follow from the version alone: the times in
 * it are those of the version, and nothing is compressed, since compressors differ. Other calls get a turn between two fields,
 * and while characters are looked up: a text may have thousands of different ones.
 */
export async function pdfOf(report: IncidentReport): Promise<Buffer> {
  const { title, organization, at, facts, fields } = documentOf(report)
  const pdf = await openPdf({ title, organization, made: new Date(at) })
  const bytes = bytesOf(pdf)
  const characters = charactersOf(pdf)
  const { put, end } = body(pdf)
  // Looks up all characters before it writes anything: the note about missing ones is at the top.
  const parts: Run[][] = []
  for (const { label, text } of facts) parts.push(await laidOut(`${label}: ${text}`, characters))
  const values: Run[][] = []
  for (const { text } of fields) values.push(await laidOut(text === '' ? NOT_STATED : text, characters))
  await put('H1', 'bold', 15, await laidOut(title, characters))
  for (const runs of parts) await put('P', 'plain', 9, runs)
  if (characters.missing.size > 0)
    await put('P', 'plain', 9, [{ text: missingText(characters.missing), isFurther: false }])
  for (const [n, { label, article }] of fields.entries()) {
    pdf.moveDown(0.6)
    await put('H2', 'bold', 10, await laidOut(`${label} (${article})`, characters))
    await put('P', 'plain', 10, values[n]!)
    await ownTurn()
  }
  end()
  return bytes
}

async function openPdf(about: { title: string; organization: string; made: Date }): Promise<Pdf> {
  const { default: PdfDocument } = await import('pdfkit')
  return new PdfDocument({
    pdfVersion: '1.7',
    subset: 'PDF/UA' as 'PDF/A-1',
    tagged: true,
    lang: 'en',
    displayTitle: true,
    compress: false,
    size: 'A4',
    margin: 56,
    font: FONTS.plain,
    info: {
      Title: visible(about.title),
      Author: visible(about.organization),
      Creator: 'Attestry',
      Producer: 'Attestry',
      CreationDate: about.made,
      ModDate: about.made,
    },
  }) as Pdf
}

/** All bytes of a document, once it has ended. */
function bytesOf(pdf: Pdf): Promise<Buffer> {
  const chunks: Buffer[] = []
  return new Promise((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
    pdf.on('end', () => resolve(Buffer.concat(chunks)))
    pdf.on('error', reject)
  })
}

/** The body of a document, as a tree of tagged elements: `put` adds one, `end` ends the document. */
function body(pdf: Pdf) {
  const root = pdf.struct('Document')
  pdf.addStructure(root)
  // A new page begins with the font of the document, also in the middle of a text.
  let current: string = FONTS.plain
  pdf.on('pageAdded', () => void pdf.font(current))
  const put = async (
    kind: string,
    style: keyof typeof FONTS,
    size: number,
    runs: readonly Run[],
  ): Promise<void> => {
    const element = pdf.struct(kind)
    root.add(element)
    const content = pdf.markStructureContent(kind)
    for (const { text, isFurther } of runs) {
      current = isFurther ? FURTHER : FONTS[style]
      for (const [n, piece] of piecesOf(text).entries()) {
        if (n > 0) await ownTurn()
        pdf.font(current).fontSize(size).text(piece)
      }
    }
    pdf.endMarkedContent()
    element.add(content)
    element.end()
  }
  const end = (): void => {
    root.end()
    pdf.end()
  }
  return { put, end }
}

/**
 * Cuts a text into pieces, which are laid out one by one, at ends of lines. A long line is broken into lines only where a word is
 * long (broken-words.ts), so that one without breaks is one piece.
 */
function piecesOf(text: string): string[] {
  const pieces: string[] = []
  let start = 0
  for (let end = text.indexOf('\n', PIECE); end !== -1; end = text.indexOf('\n', start + PIECE)) {
    pieces.push(text.slice(start, end))
    start = end + 1
  }
  pieces.push(text.slice(start))
  return pieces
}

/** Lines of a text in one font. */
type Run = { text: string; isFurther: boolean }

/**
 * Prepares a text for the fonts, in lines that are laid out in linear time: a longer word is broken. A character that no font has
 * is shown as its code point. A line with East Asian characters is set in the further font as a whole. Where it also has a script
 * that this font would show wrongly, its East Asian characters are shown as code points instead.
 */
async function laidOut(text: string, characters: Characters): Promise<Run[]> {
  const runs: Run[] = []
  let glyphs = 0
  for (const line of visible(text).split('\n')) {
    const kinds: Kind[] = []
    for (const one of line) {
      if (glyphs++ % GLYPHS_PER_TURN === GLYPHS_PER_TURN - 1) await ownTurn()
      kinds.push(characters.kindOf(one))
    }
    const isFurther = kinds.includes('further') && characters.isFurther(line)
    const has = (kind: Kind) => kind === 'main' || (isFurther && kind === 'further')
    let shown = ''
    let n = 0
    for (const one of line) shown += has(kinds[n++]!) ? one : characters.missed(one)
    const last = runs.at(-1)
    if (last?.isFurther === isFurther) last.text += `\n${shown}`
    else runs.push({ text: shown, isFurther })
  }
  return runs.map(({ text, isFurther }) => ({ text: brokenWords(text), isFurther }))
}

type Kind = 'main' | 'further' | 'missing'
type Characters = {
  kindOf(character: string): Kind
  /** Whether the further font shows a line correctly, apart from characters that no font has. */
  isFurther(line: string): boolean
  /** The text in place of a character that cannot be shown. */
  missed(character: string): string
  missing: ReadonlySet<string>
}

/** Finds out which font has a character, once for each. */
function charactersOf(pdf: Pdf): Characters {
  const known = new Map<string, Kind>()
  const missing = new Set<string>()
  const opened = (source: string) => {
    pdf.font(source)
    return (pdf as unknown as { _font: { font: { hasGlyphForCodePoint(point: number): boolean } } })._font
      .font
  }
  const main = [FONTS.bold, FONTS.plain].map(opened)
  let distinct = 0
  const look = (character: string): Kind => {
    const point = character.codePointAt(0)!
    if (main.every((font) => font.hasGlyphForCodePoint(point))) return 'main'
    if (!isOfFurtherScripts(character) || distinct >= MAX_FURTHER) return 'missing'
    if (further === undefined) {
      pdf.registerFont(FURTHER, furtherFont())
      further = opened(FURTHER)
    }
    if (!further.hasGlyphForCodePoint(point)) return 'missing'
    distinct += 1
    return 'further'
  }
  let further: ReturnType<typeof opened> | undefined
  const inFurther = new Map<string, boolean>()
  const furtherHas = (character: string): boolean => {
    const has =
      inFurther.get(character) ??
      ((SIDE_BY_SIDE.test(character) || isOfFurtherScripts(character)) &&
        further!.hasGlyphForCodePoint(character.codePointAt(0)!))
    inFurther.set(character, has)
    return has
  }
  return {
    missing,
    isFurther: (line) => [...line].every((one) => known.get(one) !== 'main' || furtherHas(one)),
    missed: (character) => {
      missing.add(character)
      return codePoint(character)
    },
    kindOf: (character) => {
      const kind = known.get(character) ?? look(character)
      known.set(character, kind)
      return kind
    },
  }
}

/** A note to the reader about the code points in place of characters. */
function missingText(missing: ReadonlySet<string>): string {
  const some = [...missing].slice(0, NAMED).map((one) => codePoint(one).slice(1, -1))
  const more = missing.size > NAMED ? ` and ${missing.size - NAMED} more` : ''
  return `Characters that the fonts of this document do not have are shown as their code points (${some.join(', ')}${more}). The forms HTML and JSON of this version have them.`
}

/**
 * How many different characters are taken from the further font, so that embedding it takes bounded time; and how many missing
 * characters are named.
 */
const MAX_FURTHER = 1500
const NAMED = 20

/** Scripts whose characters look right in both fonts. */
const SIDE_BY_SIDE = /(?!\p{M})[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}]/u

/** The name of the further font in a document. */
const FURTHER = 'further'

/** The length of a piece, to the end of its last line. Laying it out takes some 20 ms where all words differ. */
const PIECE = 4000

/** How many characters are looked up before other calls get a turn; it takes some 20 ms. */
const GLYPHS_PER_TURN = 500

const { resolve } = createRequire(import.meta.url)
const FONTS = {
  plain: resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
  bold: resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
}

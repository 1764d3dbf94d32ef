import { randomBytes } from 'node:crypto'
import { type DescField, type DescMessage, type Message, ScalarType } from '@bufbuild/protobuf'
import { ownTurn } from '../concurrency/event-loop.ts'
import { DomainError, Reason } from '../errors/errors.ts'
import { BACKSLASH, COLON, isWhiteSpace, QUOTE } from '../values/json-bytes.ts'

/** The bytes of a large field of a JSON message, and the mark that stands in the message in their place. */
export type File = { field: DescField; bytes: Uint8Array; mark: Buffer }

/**
 * Takes the content of a file out of a JSON message. It is decoded from base64 in pieces, each further one in a turn of the event loop
 * of its own: decoding many megabytes in one turn would block the loop. Both alphabets of RFC 4648 are read, with and without
 * padding, and with white space, as in Protobuf-ES; padding ends the text.
 *
 * @param body a message in UTF-8; it need not be JSON
 * @returns the message with the mark, and the file; undefined where no field of bytes of the message itself has FILE_CHARACTERS
 * @throws DomainError VALIDATION where the content is not base64
 */
export async function takeFile(
  desc: DescMessage,
  body: Buffer,
): Promise<{ rest: Buffer; file: File } | undefined> {
  const found = longText(body)
  const field = found && fieldBefore(desc, body, found.start)
  if (found === undefined || field === undefined) return undefined
  const { start, end } = found
  const bytes = await decoded(field, body, start, end)
  const mark = randomBytes(24)
  const rest = [body.subarray(0, start), Buffer.from(mark.toString('base64')), body.subarray(end)]
  return { rest: Buffer.concat(rest), file: { field, bytes, mark } }
}

/** Puts the bytes in the place of their mark. @returns whether the message had the mark */
export function putFile(message: Message, { field, bytes, mark }: File): boolean {
  const fields = message as unknown as { [name: string]: Uint8Array }
  const there = fields[field.localName]
  if (there === undefined || !mark.equals(there)) return false
  fields[field.localName] = bytes
  return true
}

/** The error for a content that is not base64. Its text has no value of the message. */
function notBase64(field: DescField): DomainError {
  const expected = ScalarType[ScalarType.BYTES]
  return new DomainError(Reason.VALIDATION, `cannot decode ${field} from JSON: expected ${expected}`)
}

/** Returns where the first long string of the text is, without its quotation marks. The search ends after MAX_MARKS. */
function longText(body: Buffer): { start: number; end: number } | undefined {
  let start = 0
  let marks = 0
  for (let at = body.indexOf(QUOTE); at !== -1 && marks < MAX_MARKS; at = body.indexOf(QUOTE, at + 1)) {
    marks += 1
    if (start === 0) {
      start = at + 1
      continue
    }
    let escapes = 0
    while (at - escapes > start && body[at - escapes - 1] === BACKSLASH) escapes++
    if (escapes % 2 === 1) continue
    if (at - start >= FILE_CHARACTERS) return { start, end: at }
    start = 0
  }
  return undefined
}

/** The field of bytes whose name is before a string. Only what the decoder of the message accepts becomes a message. */
function fieldBefore(desc: DescMessage, body: Buffer, start: number): DescField | undefined {
  let at = start - 2
  while (isWhiteSpace(body[at])) at--
  if (body[at--] !== COLON) return undefined
  while (isWhiteSpace(body[at])) at--
  const before = body.toString('latin1', Math.max(0, at - MAX_NAME), at + 1)
  return desc.fields.find(({ fieldKind, scalar, oneof, name, jsonName }) => {
    if (fieldKind !== 'scalar' || scalar !== ScalarType.BYTES || oneof !== undefined) return false
    return before.endsWith(`"${name}"`) || before.endsWith(`"${jsonName}"`)
  })
}

async function decoded(field: DescField, body: Buffer, start: number, end: number): Promise<Uint8Array> {
  const bytes = Buffer.allocUnsafe(Math.ceil(((end - start) * 3) / 4))
  let length = 0
  let left = ''
  let padding = 0
  for (let at = start; at < end; ) {
    if (at > start) await ownTurn()
    const next = endOfPiece(body, at, end)
    const text = textOf(field, body.toString('latin1', at, next))
    const digits = text.replace(PADDING, '')
    // An earlier piece may end within the padding.
    if (!DIGITS.test(digits) || (padding > 0 && digits !== '')) throw notBase64(field)
    padding += text.length - digits.length
    const found = left + digits
    const complete = found.length - (found.length % 4)
    length += bytes.write(found.slice(0, complete), length, 'base64')
    left = found.slice(complete)
    at = next
  }
  if (padding > 2 || left.length === 1) throw notBase64(field)
  length += bytes.write(left, length, 'base64')
  return bytes.subarray(0, length)
}

/** A piece ends before an escape sequence that it would cut. */
function endOfPiece(body: Buffer, at: number, end: number): number {
  const next = Math.min(at + PIECE, end)
  if (next === end) return end
  const backslash = body.subarray(next - LONGEST_ESCAPE, next).lastIndexOf(BACKSLASH)
  return backslash === -1 ? next : next - LONGEST_ESCAPE + backslash
}

/** The characters of a piece without its escapes and its white space. */
function textOf(field: DescField, piece: string): string {
  // JSON has them as escapes only (RFC 8259 section 7).
  if (CONTROL.test(piece)) throw notBase64(field)
  let text = piece
  if (piece.includes('\\')) {
    try {
      text = JSON.parse(`"${piece}"`) as string
    } catch {
      throw notBase64(field)
    }
  }
  return SPACE.test(text) ? text.replaceAll(SPACES, '') : text
}

/** The length from which on a string is taken for the content of a file: longer than any text of a message. */
export const FILE_CHARACTERS = 256 * 1024
const PIECE = 256 * 1024
/** Quotation marks, those of escapes included: far more than a message with a file has before it. */
const MAX_MARKS = 100_000
const MAX_NAME = 100
const LONGEST_ESCAPE = 6
const DIGITS = /^[A-Za-z0-9+/_-]*$/
const PADDING = /={1,3}$/
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are refused.
const CONTROL = /[\u0000-\u001f]/
const SPACE = /[ \t\r\n]/
const SPACES = /[ \t\r\n]+/g

import { randomBytes } from 'node:crypto'
import { type DescField, type DescMessage, type Message, ScalarType } from '@bufbuild/protobuf'
import { ownTurn } from '../concurrency/event-loop.ts'

/** The bytes of a large field of a JSON message, and the mark that stands in the message in their place. */
export type File = { field: DescField; bytes: Uint8Array; mark: Buffer }

/**
 * Takes the content of a file out of a JSON message. It is decoded from base64 in pieces, each further one in a turn of the event loop
 * of its own: decoding many megabytes at one stretch would hold the loop. Both alphabets of RFC 4648 are read, with and without
 * padding, and with white space, as in Protobuf-ES; padding ends the text.
 *
 * @param body a message in UTF-8; it need not be JSON
 * @returns the message with the mark, and the file; undefined where no field of bytes of the message itself has FILE_CHARACTERS
 * @throws FileError where the content is not base64
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

/** The content of a field is not base64. The text has no value of the message. */
export class FileError extends Error {
  constructor(field: DescField) {
    super(`cannot decode ${field} from JSON: expected ${ScalarType[ScalarType.BYTES]}`)
  }
}

/** Returns where the first long string of the text is, without its quotation marks. */
function longText(body: Buffer): { start: number; end: number } | undefined {
  let start = body.indexOf(QUOTE) + 1
  for (let strings = 0; start > 0 && strings < MOST_STRINGS; strings++) {
    const end = endOfString(body, start)
    if (end === -1) return undefined
    if (end - start >= FILE_CHARACTERS) return { start, end }
    start = body.indexOf(QUOTE, end + 1) + 1
  }
  return undefined
}

function endOfString(body: Buffer, start: number): number {
  for (let at = body.indexOf(QUOTE, start); at !== -1; at = body.indexOf(QUOTE, at + 1)) {
    let escapes = 0
    while (at - escapes > start && body[at - escapes - 1] === BACKSLASH) escapes++
    if (escapes % 2 === 0) return at
  }
  return -1
}

/** The field of bytes whose name is before a string. Only what the decoder of the message accepts becomes a message. */
function fieldBefore(desc: DescMessage, body: Buffer, start: number): DescField | undefined {
  let at = start - 2
  while (isSpace(body[at])) at--
  if (body[at--] !== COLON) return undefined
  while (isSpace(body[at])) at--
  const before = body.toString('latin1', Math.max(0, at - MOST_NAME), at + 1)
  return desc.fields.find(({ fieldKind, scalar, oneof, name, jsonName }) => {
    if (fieldKind !== 'scalar' || scalar !== ScalarType.BYTES || oneof !== undefined) return false
    return before.endsWith(`"${name}"`) || before.endsWith(`"${jsonName}"`)
  })
}

async function decoded(field: DescField, body: Buffer, start: number, end: number): Promise<Uint8Array> {
  const bytes = Buffer.allocUnsafe(Math.ceil(((end - start) * 3) / 4))
  let length = 0
  let left = ''
  for (let at = start; at < end; ) {
    if (at > start) await ownTurn()
    const next = endOfPiece(body, at, end)
    const text = left + textOf(field, body.toString('latin1', at, next))
    if (!(next === end ? LAST : INNER).test(text)) throw new FileError(field)
    const whole = next === end ? text.length : text.length - (text.length % 4)
    length += bytes.write(text.slice(0, whole), length, 'base64')
    left = text.slice(whole)
    if (next === end && text.replace(/=+$/, '').length % 4 === 1) throw new FileError(field)
    at = next
  }
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
  let text = piece
  if (piece.includes('\\')) {
    try {
      text = JSON.parse(`"${piece}"`) as string
    } catch {
      throw new FileError(field)
    }
  }
  return SPACE.test(text) ? text.replaceAll(SPACES, '') : text
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d
}

/** The length from which on a string is taken for the content of a file: longer than any text of a message. */
export const FILE_CHARACTERS = 256 * 1024
const PIECE = 256 * 1024
/** Far more than a message with a file has. */
const MOST_STRINGS = 50_000
const MOST_NAME = 100
const LONGEST_ESCAPE = 6
const INNER = /^[A-Za-z0-9+/_-]*$/
const LAST = /^[A-Za-z0-9+/_-]*={0,2}$/
const SPACE = /[ \t\r\n]/
const SPACES = /[ \t\r\n]+/g
const QUOTE = 0x22
const COLON = 0x3a
const BACKSLASH = 0x5c

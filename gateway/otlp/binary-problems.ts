import { isUtf8 } from 'node:buffer'
import { type DescField, type DescMessage, ScalarType } from '@bufbuild/protobuf'
import { BinaryReader, WireType } from '@bufbuild/protobuf/wire'
import { isForSink, leadsToSink } from './message-field.ts'
import { DEEPEST, type MessageSink, type Share, TOO_DEEP } from './pieces.ts'

/**
 * Leaves out, in place, the items of a protobuf message that Protobuf-ES cannot decode though they have the form of protobuf, and all items
 * of a message above them of which that is true. A field that is left out gets a number that no message has, and is ignored. A text that is
 * not UTF-8 is no reason: it becomes ASCII. Takes time in proportion to the bytes.
 *
 * @param types the types from the outermost list to the items
 *
 * @returns the problem of each item that is left out
 *
 * @throws Error where it is malformed
 */
export async function withoutUndecodable(
  desc: DescMessage,
  bytes: Uint8Array,
  types: MessageSink['types'],
  share: Share,
): Promise<string[]> {
  const { leftOut } = await leaveOut(desc, bytes, DEEPEST, { sink: { types, take: () => {} }, share })
  return leftOut
}

/** @returns how many items a message has, the problems of those that are left out, and what is wrong with it beside its items */
async function leaveOut(desc: DescMessage, bytes: Uint8Array, levels: number, work: Work): Promise<Left> {
  const left: Left = { items: 0, leftOut: [], problem: undefined }
  for (const { field, at, content } of fieldsOf(desc, bytes)) {
    const wait = work.share()
    if (wait !== undefined) await wait
    if (!isForSink(field, work.sink)) {
      left.problem ??= await problemOf(field, content, levels - 1, work.share)
      continue
    }
    const message = field.message!
    const inner = leadsToSink(message, work.sink)
      ? await leaveOut(message, content, levels - 1, work)
      : { items: 1, leftOut: [], problem: await problemOf(field, content, levels - 1, work.share) }
    left.items += inner.items
    if (inner.problem === undefined) for (const problem of inner.leftOut) left.leftOut.push(problem)
    else {
      bytes[at]! |= UNKNOWN_FIELD
      for (let n = 0; n < inner.items; n++) left.leftOut.push(inner.problem)
    }
  }
  return left
}

/** What keeps the value of a field from being decoded, if anything. */
async function problemOf(
  field: DescField,
  value: Uint8Array,
  levels: number,
  share: Share,
): Promise<string | undefined> {
  if (field.message === undefined) {
    if (isText(field)) makeUtf8(value)
    return undefined
  }
  const open = [fieldsOf(field.message, value)]
  for (let last = open.at(-1); last !== undefined; last = open.at(-1)) {
    const wait = share()
    if (wait !== undefined) await wait
    const { value: inner } = last.next()
    if (inner === undefined) open.pop()
    else if (inner.field.message !== undefined) {
      if (open.length >= levels) return TOO_DEEP
      open.push(fieldsOf(inner.field.message, inner.content))
    } else if (isText(inner.field)) makeUtf8(inner.content)
  }
  return undefined
}

function isText(field: DescField): boolean {
  return 'scalar' in field && field.scalar === ScalarType.STRING
}

/** Replaces what is not ASCII in a text that is not UTF-8 by the character for what cannot be read. */
function makeUtf8(text: Uint8Array): void {
  if (isUtf8(text)) return
  for (let i = 0; i < text.length; i++) if (text[i]! >= 0x80) text[i] = SUBSTITUTE
}

/** The fields of a message with a length, in their order. `at`: where the tag begins. */
function* fieldsOf(desc: DescMessage, bytes: Uint8Array): Generator<LengthDelimited, undefined> {
  const reader = new BinaryReader(bytes)
  while (reader.pos < bytes.length) {
    const at = reader.pos
    const [number, type] = reader.tag()
    const skipped = reader.skip(type, number)
    const field = type === WireType.LengthDelimited && desc.fields.find((one) => one.number === number)
    if (!field) continue
    const length = new BinaryReader(skipped).uint32()
    yield { field, at, content: skipped.subarray(skipped.length - length) }
  }
  return undefined
}

type LengthDelimited = { field: DescField; at: number; content: Uint8Array }
type Left = { items: number; leftOut: string[]; problem: string | undefined }
type Work = { sink: MessageSink; share: Share }
/** The bits of a number in the first byte of a tag: make 15 of a number below it. No message that holds items has a field 15. */
const UNKNOWN_FIELD = 0x78
const SUBSTITUTE = 0x1a

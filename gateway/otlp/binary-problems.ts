import { isUtf8 } from 'node:buffer'
import { type DescField, type DescMessage, ScalarType } from '@bufbuild/protobuf'
import { BinaryReader, WireType } from '@bufbuild/protobuf/wire'
import type { Share } from '../../services/kernel/concurrency/event-loop.ts'
import { DEEPEST } from './pieces.ts'

/**
 * Changes, in place, the parts of a well-formed protobuf message that Protobuf-ES cannot decode. In a text that is not UTF-8, every
 * byte that is not ASCII becomes another character. A value that is nested too deep gets a field number that its message does not
 * have, so that it is ignored. The time is proportional to the bytes.
 *
 * @throws Error if it is malformed
 */
export async function makeDecodable(desc: DescMessage, bytes: Uint8Array, share: Share): Promise<void> {
  const open = [fieldsOf(desc, bytes)]
  for (let last = open.at(-1); last !== undefined; last = open.at(-1)) {
    const wait = share()
    if (wait !== undefined) await wait
    const { value: inner } = last.next()
    if (inner === undefined) open.pop()
    else if (inner.field.message === undefined) {
      if (isText(inner.field)) makeUtf8(inner.content)
    } else if (open.length >= DEEPEST) inner.tag[0]! |= UNKNOWN_FIELD
    else open.push(fieldsOf(inner.field.message, inner.content))
  }
}

function isText(field: DescField): boolean {
  return 'scalar' in field && field.scalar === ScalarType.STRING
}

function makeUtf8(text: Uint8Array): void {
  if (isUtf8(text)) return
  for (let i = 0; i < text.length; i++) if (text[i]! >= 0x80) text[i] = SUBSTITUTE
}

/** Returns the length-delimited fields of a message, in their order. */
function* fieldsOf(desc: DescMessage, bytes: Uint8Array): Generator<LengthDelimited, undefined> {
  const reader = new BinaryReader(bytes)
  while (reader.pos < bytes.length) {
    const at = reader.pos
    const [number, type] = reader.tag()
    const skipped = reader.skip(type, number)
    const field = type === WireType.LengthDelimited && desc.fields.find((one) => one.number === number)
    if (!field) continue
    const length = new BinaryReader(skipped).uint32()
    yield { field, tag: bytes.subarray(at), content: skipped.subarray(skipped.length - length) }
  }
  return undefined
}

type LengthDelimited = { field: DescField; tag: Uint8Array; content: Uint8Array }
/**
 * The bits of the field number in the first byte of a tag. Setting them turns any number below 15 into 15. No value of an
 * attribute has a field 15.
 */
const UNKNOWN_FIELD = 0x78
const SUBSTITUTE = 0x1a

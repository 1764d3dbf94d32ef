import {
  create,
  type DescMessage,
  type Message,
  type MessageShape,
  mergeFromBinary,
} from '@bufbuild/protobuf'
import { type ReflectMessage, reflect } from '@bufbuild/protobuf/reflect'
import { BinaryReader, WireType } from '@bufbuild/protobuf/wire'
import { messageParts } from '../../services/kernel/message-parts.ts'
import { isForSink, isMessageField, type MessageField } from './message-field.ts'
import { type Limits, type MessageSink, PIECE_BYTES, type Share } from './pieces.ts'

/**
 * Decodes a large protobuf message as `fromBinary` does, in pieces, between which other work is done. Fields that follow one another are
 * a message themselves, which is merged into what came before. A message that is larger than a piece is decoded in pieces too.
 *
 * @throws what `limits` refuses with, before anything is decoded; Error where it is malformed
 */
export async function binaryInPieces<D extends DescMessage>(
  desc: D,
  bytes: Uint8Array,
  limits: Limits,
  share: Share,
  sink?: MessageSink,
): Promise<MessageShape<D>> {
  if ((await count(desc, bytes, limits, share)) > limits.parts) throw limits.refusal()
  const message = create(desc)
  await merge(reflect(desc, message, false), bytes, DEEPEST, { share, sink })
  return message
}

async function count(desc: DescMessage, bytes: Uint8Array, limits: Limits, share: Share): Promise<number> {
  let parts = 0
  for (const { field, piece } of piecesOf(desc, bytes)) {
    parts +=
      field === undefined
        ? messageParts(desc, piece, limits.parts)
        : 1 + (await count(field.message, piece, limits, share))
    if (parts > limits.parts) return parts
    await share()
  }
  return parts
}

async function merge(into: ReflectMessage, bytes: Uint8Array, levels: number, work: Work): Promise<void> {
  if (levels === 0) throw new RangeError('nested too deep')
  const options = { readUnknownFields: false, recursionLimit: levels }
  const received = into.fields.filter((field) => isForSink(field, work.sink))
  for (const { field, piece } of piecesOf(into.desc, bytes)) {
    await work.share()
    if (field === undefined) mergeFromBinary(into.desc, into.message, piece, options)
    else if (field.fieldKind === 'list') {
      const item = reflect(field.message, undefined, false)
      await merge(item, piece, levels - 1, work)
      into.get(field).add(item)
    } else {
      const value = into.get(field)
      await merge(value, piece, levels - 1, work)
      into.set(field, value)
    }
    for (const { localName } of received) {
      const items = (into.message as unknown as { [name: string]: Message[] })[localName]!
      for (const item of items.splice(0)) work.sink!.take(item)
    }
  }
}

type Work = { share: Share; sink: MessageSink | undefined }

/** The fields of a message in their order: one message that is larger than a piece, or several fields that are about a piece together. */
function* piecesOf(
  desc: DescMessage,
  bytes: Uint8Array,
): Generator<{ field?: MessageField; piece: Uint8Array }> {
  const fields = new Map(desc.fields.filter(isMessageField).map((field) => [field.number, field]))
  const reader = new BinaryReader(bytes)
  let from = 0
  while (reader.pos < bytes.length) {
    const start = reader.pos
    const [number, type] = reader.tag()
    const content = reader.skip(type, number)
    const end = reader.pos
    const field =
      content.length > PIECE_BYTES && type === WireType.LengthDelimited ? fields.get(number) : undefined
    if (field !== undefined) {
      if (start > from) yield { piece: bytes.subarray(from, start) }
      // Behind its length.
      const inner = new BinaryReader(content)
      const length = inner.uint32()
      yield { field, piece: content.subarray(content.length - length) }
      from = end
    } else if (end - from > PIECE_BYTES) {
      yield { piece: bytes.subarray(from, end) }
      from = end
    }
  }
  if (from < bytes.length) yield { piece: bytes.subarray(from) }
}

/** As Protobuf-ES has it. */
const DEEPEST = 100

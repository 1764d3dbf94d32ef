import { create, type DescMessage, type MessageShape, mergeFromBinary } from '@bufbuild/protobuf'
import { type ReflectMessage, reflect } from '@bufbuild/protobuf/reflect'
import { BinaryReader, WireType } from '@bufbuild/protobuf/wire'
import { messageParts } from '../../services/kernel/bodies/message-parts.ts'
import type { Share } from '../../services/kernel/concurrency/event-loop.ts'
import { itemsIn } from '../../services/kernel/fields/items-in.ts'
import { isForSink, isMessageField, leadsToSink, type MessageField } from './message-field.ts'
import { DEEPEST, type Limits, type MessageSink, PIECE_BYTES } from './pieces.ts'

/**
 * Decodes a large protobuf message as `fromBinary` does, in pieces; the event loop does other work between them. Several
 * consecutive fields of a message are the encoding of a message too: it is merged into the one decoded so far. An inner message
 * that is larger than a piece is decoded in pieces too.
 *
 * @throws the error of `limits`, before anything is decoded; Error if the message is malformed
 */
export async function binaryInPieces<D extends DescMessage>(
  desc: D,
  bytes: Uint8Array,
  limits: Limits,
  share: Share,
  sink?: MessageSink,
): Promise<MessageShape<D>> {
  if ((await count(desc, bytes, { limits, share, sink })) > limits.parts) throw limits.refusal()
  const message = create(desc)
  await merge(reflect(desc, message, false), bytes, DEEPEST, { share, sink })
  return message
}

/**
 * Counts the parts of a message. A message on the path to the items that the sink receives is counted field by field: no item may
 * have more parts than `limits.ofOne`, and neither may all occurrences of a merged field together.
 *
 * @throws the error of `limits`
 */
async function count(desc: DescMessage, bytes: Uint8Array, work: Work & { limits: Limits }): Promise<number> {
  const { limits, share, sink } = work
  const leads = leadsToSink(desc, sink)
  const merged = new Map<MessageField, number>()
  let parts = 0
  for (const { field, piece } of piecesOf(desc, bytes, leads ? 0 : PIECE_BYTES)) {
    const own =
      field !== undefined && piece.length > PIECE_BYTES
        ? await count(field.message, piece, work)
        : messageParts(field?.message ?? desc, piece, limits.parts)
    parts += field === undefined ? own : 1 + own
    if (parts > limits.parts) return parts
    if (leads && field !== undefined && !leadsToSink(field.message, sink)) {
      const total = own + (merged.get(field) ?? 0)
      if (total > limits.ofOne) throw limits.refusal()
      if (field.fieldKind === 'message') merged.set(field, total)
    }
    const wait = share()
    if (wait !== undefined) await wait
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
    work.sink?.trim?.(into.message)
    for (const field of received)
      for (const item of itemsIn(into.message, field).splice(0)) work.sink!.take(item)
  }
}

type Work = { share: Share; sink: MessageSink | undefined }

/**
 * Returns the fields of a message in their order, cut into pieces. A piece is one message of more than `large` bytes, or several
 * fields that have about the size of a piece together.
 */
function* piecesOf(
  desc: DescMessage,
  bytes: Uint8Array,
  large = PIECE_BYTES,
): Generator<{ field?: MessageField; piece: Uint8Array }> {
  const fields = new Map(desc.fields.filter(isMessageField).map((field) => [field.number, field]))
  const reader = new BinaryReader(bytes)
  let from = 0
  while (reader.pos < bytes.length) {
    const start = reader.pos
    const [number, type] = reader.tag()
    const content = reader.skip(type, number)
    const end = reader.pos
    const field = content.length > large && type === WireType.LengthDelimited ? fields.get(number) : undefined
    if (field !== undefined) {
      if (start > from) yield { piece: bytes.subarray(from, start) }
      // The content comes after its length.
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

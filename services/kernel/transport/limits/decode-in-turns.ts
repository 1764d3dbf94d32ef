import { type DescMessage, fromBinary, type Message } from '@bufbuild/protobuf'
import { BinaryReader, WireType } from '@bufbuild/protobuf/wire'
import { ownTurn } from '../../concurrency/event-loop.ts'
import { BINARY_OPTIONS } from '../wire.ts'
import { isListOfMessages } from './list-field.ts'

/**
 * Decodes a message whose lists may have many megabytes: the items of lists in turns of the event loop, everything else at once.
 *
 * @throws Error where the bytes are no message, as fromBinary does
 */
export async function decodeInTurns(desc: DescMessage, bytes: Uint8Array): Promise<Message> {
  if (bytes.length <= PIECE) return fromBinary(desc, bytes, BINARY_OPTIONS)
  const lists = new Map(
    desc.fields.filter(isListOfMessages).map((field) => [field.number, { field, items: [] as Message[] }]),
  )
  const rest: Uint8Array[] = []
  const reader = new BinaryReader(bytes)
  let decoded = 0
  /** Where the fields that are not in a list begin, as far as they stand one behind the other. */
  let others = 0
  while (reader.pos < reader.len) {
    const start = reader.pos
    const [number, wireType] = reader.tag()
    const list = wireType === WireType.LengthDelimited ? lists.get(number) : undefined
    if (list === undefined) {
      reader.skip(wireType, number)
      continue
    }
    if (start > others) rest.push(bytes.subarray(others, start))
    const item = reader.bytes()
    others = reader.pos
    if (decoded + item.length > PIECE) {
      await ownTurn()
      decoded = 0
    }
    decoded += reader.pos - start
    list.items.push(fromBinary(list.field.message, item, BINARY_OPTIONS))
  }
  if (others < bytes.length) rest.push(bytes.subarray(others))
  const message = fromBinary(desc, Buffer.concat(rest), BINARY_OPTIONS)
  for (const { field, items } of lists.values())
    (message as unknown as { [name: string]: Message[] })[field.localName] = items
  return message
}

/** Bytes of items that one turn decodes: some 10 ms where each part has two bytes. A larger item is decoded in one turn. */
export const PIECE = 64 * 1024

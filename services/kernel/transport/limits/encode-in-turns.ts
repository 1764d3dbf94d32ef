import { type DescMessage, type Message, toBinary } from '@bufbuild/protobuf'
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire'
import { ownTurn } from '../../concurrency/event-loop.ts'
import { PIECE } from './decode-in-turns.ts'
import { isListOfMessages } from './list-field.ts'

/**
 * Encodes a message whose lists may have many megabytes: the items of lists in turns of the event loop, everything else at once. A
 * larger item than a piece is encoded in one turn.
 */
export async function encodeInTurns(desc: DescMessage, message: Message): Promise<Uint8Array> {
  const fields = message as Message & { [name: string]: unknown }
  const lists = desc.fields
    .filter(isListOfMessages)
    .map((field) => ({ field, items: fields[field.localName] as Message[] }))
    .filter(({ items }) => items.length > 1)
  if (lists.length === 0) return toBinary(desc, message)
  const rest = { ...fields }
  for (const { field } of lists) rest[field.localName] = []
  const writer = new BinaryWriter().raw(toBinary(desc, rest))
  let encoded = 0
  for (const { field, items } of lists)
    for (const item of items) {
      if (encoded > PIECE) {
        await ownTurn()
        encoded = 0
      }
      const bytes = toBinary(field.message, item)
      encoded += bytes.length
      writer.tag(field.number, WireType.LengthDelimited).bytes(bytes)
    }
  return writer.finish()
}

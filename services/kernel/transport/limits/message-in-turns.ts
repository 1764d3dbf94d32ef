import { type DescField, type DescMessage, type Message, toBinary, toJson } from '@bufbuild/protobuf'
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire'
import type { Grew } from '../../concurrency/list-places.ts'
import { listInTurns } from '../../json/list-in-turns.ts'

/**
 * Encodes a message whose longest list may have many megabytes: the items of that list in turns of the event loop, everything else at
 * once. Binary messages and JSON objects have this list before their other fields.
 *
 * @param grew waits before each further piece of the list
 * @returns the message in pieces
 */
export async function messageInTurns(
  desc: DescMessage,
  message: Message,
  isBinary: boolean,
  grew?: Grew,
): Promise<Uint8Array[]> {
  const list = longestList(desc, message)
  if (list === undefined) return [isBinary ? toBinary(desc, message) : textOf(toJson(desc, message))]
  const { field, items } = list
  const rest = { ...message, [field.localName]: [] }
  if (isBinary)
    return await listInTurns(items, (item) => element(field, item), { last: toBinary(desc, rest), grew })
  const others = JSON.stringify(toJson(desc, rest)).slice(1)
  return await listInTurns(items, (item) => JSON.stringify(toJson(field.message, item)), {
    first: `{${JSON.stringify(field.jsonName)}:[`,
    between: ',',
    last: others === '}' ? ']}' : `],${others}`,
    grew,
  })
}

/** The list of messages with the most items; undefined where none has two. */
function longestList(desc: DescMessage, message: Message): List | undefined {
  let longest: List | undefined
  for (const field of desc.fields) {
    if (!isListOfMessages(field)) continue
    const items = (message as unknown as { [name: string]: Message[] })[field.localName]!
    if (items.length > (longest?.items.length ?? 1)) longest = { field, items }
  }
  return longest
}

function isListOfMessages(field: DescField): field is List['field'] {
  return field.fieldKind === 'list' && field.listKind === 'message' && !field.delimitedEncoding
}

/** A list's item in the binary form of the message that has the list. */
function element(field: List['field'], item: Message): Uint8Array {
  return new BinaryWriter()
    .tag(field.number, WireType.LengthDelimited)
    .bytes(toBinary(field.message, item))
    .finish()
}

function textOf(json: unknown): Buffer {
  return Buffer.from(JSON.stringify(json))
}

type List = { field: DescField & { fieldKind: 'list'; listKind: 'message' }; items: Message[] }

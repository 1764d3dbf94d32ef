import {
  type DescField,
  type DescMessage,
  type Message,
  ScalarType,
  toBinary,
  toJson,
} from '@bufbuild/protobuf'
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire'
import type { Grew } from '../../concurrency/list-places.ts'
import { itemsIn } from '../../fields/items-in.ts'
import { listInTurns } from '../../json/list-in-turns.ts'
import { isListOfMessages, type MessageListField } from './list-field.ts'

/**
 * Encodes a message whose longest list, or whose longest field of bytes, may have many megabytes: that one in turns of the event loop,
 * everything else at once. Binary messages and JSON objects have it before their other fields.
 *
 * @param grew waits before each further piece
 * @returns the message in pieces
 */
export async function messageInTurns(
  desc: DescMessage,
  message: Message,
  encoding: Encoding,
  grew?: Grew,
): Promise<Uint8Array[]> {
  const file = longestBytes(desc, message)
  if (file !== undefined) return await bytesInTurns(desc, message, file, encoding, grew)
  const list = longestList(desc, message)
  if (list === undefined)
    return [encoding === 'binary' ? toBinary(desc, message) : textOf(toJson(desc, message))]
  const { field, items } = list
  const rest = { ...message, [field.localName]: [] }
  if (encoding === 'binary')
    return await listInTurns(items, (item) => element(field, item), { last: toBinary(desc, rest), grew })
  const others = JSON.stringify(toJson(desc, rest)).slice(1)
  return await listInTurns(items, (item) => JSON.stringify(toJson(field.message, item)), {
    first: `{${JSON.stringify(field.jsonName)}:[`,
    between: ',',
    last: others === '}' ? ']}' : `],${others}`,
    grew,
  })
}

async function bytesInTurns(
  desc: DescMessage,
  message: Message,
  { field, bytes }: File,
  encoding: Encoding,
  grew: Grew | undefined,
): Promise<Uint8Array[]> {
  const parts: Uint8Array[] = []
  for (let at = 0; at < bytes.length; at += PART) parts.push(bytes.subarray(at, at + PART))
  const rest = { ...message, [field.localName]: NOTHING }
  if (encoding === 'binary') {
    const first = new BinaryWriter().tag(field.number, WireType.LengthDelimited).uint32(bytes.length).finish()
    return await listInTurns(parts, (part) => part, { first, last: toBinary(desc, rest), grew })
  }
  const others = JSON.stringify(toJson(desc, rest)).slice(1)
  return await listInTurns(parts, base64Of, {
    first: `{${JSON.stringify(field.jsonName)}:"`,
    last: others === '}' ? '"}' : `",${others}`,
    grew,
  })
}

function base64Of({ buffer, byteOffset, length }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, length).toString('base64')
}

/** The longest field of bytes; undefined where none has more than one part. */
function longestBytes(desc: DescMessage, message: Message): File | undefined {
  let longest: File | undefined
  for (const field of desc.fields) {
    if (field.fieldKind !== 'scalar' || field.scalar !== ScalarType.BYTES || field.oneof !== undefined)
      continue
    const bytes = (message as unknown as { [name: string]: Uint8Array | undefined })[field.localName]
    if (bytes !== undefined && bytes.length > (longest?.bytes.length ?? PART)) longest = { field, bytes }
  }
  return longest
}

/** The list of messages with the most items; undefined where none has two. */
function longestList(desc: DescMessage, message: Message): List | undefined {
  let longest: List | undefined
  for (const field of desc.fields) {
    if (!isListOfMessages(field)) continue
    const items = itemsIn(message, field)
    if (items.length > (longest?.items.length ?? 1)) longest = { field, items }
  }
  return longest
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

/** How the messages of a call are encoded. */
type Encoding = 'binary' | 'json'
type File = { field: DescField; bytes: Uint8Array }
type List = { field: MessageListField; items: Message[] }

/** A multiple of three bytes, so that the base64 of the parts is that of the whole; as many as a turn encodes. */
const PART = 192 * 1024
const NOTHING = new Uint8Array()

import {
  type DescMessage,
  fromJson,
  type JsonObject,
  type JsonReadOptions,
  type JsonValue,
  type Message,
  type MessageShape,
} from '@bufbuild/protobuf'
import { type ReflectMessage, reflect } from '@bufbuild/protobuf/reflect'
import type { Share } from '../../services/kernel/concurrency/event-loop.ts'
import { itemsIn } from '../../services/kernel/fields/items-in.ts'
import { parseJson } from '../../services/kernel/json/parse-json.ts'
import { OPEN_BRACE, OPEN_BRACKET } from '../../services/kernel/values/json-bytes.ts'
import {
  type Containers,
  childrenOf,
  containersOf,
  memberOf,
  type Range,
  trimmed,
} from './json-containers.ts'
import { idInBase64, withIdsInBase64 } from './json-ids.ts'
import { isForSink, isMessageField, leadsToSink, type MessageField } from './message-field.ts'
import { DEEPEST, type Limits, type MessageSink, PIECE_BYTES } from './pieces.ts'

/**
 * Decodes a large OTLP JSON text as `fromJson` decodes the whole, in pieces; the event loop does other work between them. An
 * object or a list that is larger than a piece is read by its members; parseJson reads the pieces.
 *
 * @throws the error of `limits`; Error if the text is malformed
 */
export async function jsonInPieces<D extends DescMessage>(
  desc: D,
  bytes: Buffer,
  limits: Limits,
  share: Share,
  sink?: MessageSink,
): Promise<MessageShape<D>> {
  const containers = await containersOf(bytes, limits, share)
  const whole = trimmed(bytes, { from: 0, to: bytes.length })
  return (await messageOf(
    { bytes, containers, limits, share, sink },
    desc,
    whole,
    DEEPEST,
  )) as MessageShape<D>
}

async function messageOf(text: Text, desc: DescMessage, range: Range, levels: number): Promise<Message> {
  if (!isInPieces(text, range, levels)) return fromJson(desc, pieceOf(text, range), optionsOf(levels))
  if (text.bytes[range.from] !== OPEN_BRACE) throw new SyntaxError('not a message')
  requirePartsWithinLimit(text, desc, range)
  const { small, large } = await fieldsOf(text, desc, range, levels)
  const read = reflect(desc, fromJson(desc, small, optionsOf(levels)), false)
  for (const [field, member] of large) await readField(text, read, field, member, levels - 1)
  return read.message
}

/** Refuses a message with too many parts, unless its items leave the memory one by one. */
function requirePartsWithinLimit(
  { containers, limits, sink }: Text,
  desc: DescMessage,
  { from }: Range,
): void {
  const leaves = sink === undefined || leadsToSink(desc, sink)
  if (!leaves && containers.get(from)!.parts > limits.ofOne) throw limits.refusal()
}

/**
 * Splits a large message into `large`, its fields with messages that are larger than a piece, and `small`, all others. In `small`, an
 * empty value stands for a large one, so that the decoder notices a field that is set twice.
 */
async function fieldsOf(
  text: Text,
  desc: DescMessage,
  range: Range,
  levels: number,
): Promise<{ small: JsonObject; large: [MessageField, Range][] }> {
  const small: JsonObject = {}
  const large: [MessageField, Range][] = []
  for (const [name, member] of await membersOf(text, range)) {
    const field = desc.fields.find((one) => one.name === name || one.jsonName === name)
    const isLarge = isMessageField(field) && isInPieces(text, member, levels) && opens(text, member, field)
    if (isLarge) large.push([field, member])
    const value = isLarge ? emptyOf(field) : await valueIn(text, member, levels - 1)
    const decoded = idInBase64(name, value) ?? value
    if (field !== undefined) small[name] = decoded
  }
  return { small, large }
}

/** Reads a large field of a message, whose values may nest by `levels`. */
async function readField(
  text: Text,
  into: ReflectMessage,
  field: MessageField,
  member: Range,
  levels: number,
): Promise<void> {
  const large = (one: Range): Promise<Message> => messageOf(text, field.message, one, levels)
  const small = (item: JsonValue): Message => fromJson(field.message, item, optionsOf(levels))
  if (field.fieldKind === 'message') {
    into.set(field, reflect(field.message, await large(member), false))
    return
  }
  const toSink = (items: Message[]): void => {
    for (const item of items) text.sink!.take(item)
  }
  const toField = (items: Message[]): void => {
    itemsIn(into.message, field).push(...items)
    text.sink?.trim?.(into.message)
  }
  await eachItem(text, member, small, large, isForSink(field, text.sink) ? toSink : toField)
}

function optionsOf(levels: number): Partial<JsonReadOptions> {
  return { ignoreUnknownFields: true, recursionLimit: levels }
}

/**
 * Returns the value of a text. An object that is larger than a piece is checked and read as an empty one: only a field of a
 * message has objects.
 */
async function valueIn(text: Text, range: Range, levels: number): Promise<JsonValue> {
  if (!isInPieces(text, range, levels)) return pieceOf(text, range)
  const inner = (one: Range): Promise<JsonValue> => valueIn(text, one, levels - 1)
  if (text.bytes[range.from] === OPEN_BRACKET) return await itemsOf(text, range, (item) => item, inner)
  for (const member of (await membersOf(text, range)).values()) await inner(member)
  return {}
}

/**
 * Returns the members of a large object by name. If several have one name, the last one counts, and the others are only checked.
 */
async function membersOf(text: Text, range: Range): Promise<Map<string, Range>> {
  const found = new Map<string, Range>()
  for (const child of childrenOf(text.bytes, text.containers, range)) {
    await text.share()
    const { name, value } = memberOf(text.bytes, child)
    const named = String(pieceOf(text, name))
    const before = found.get(named)
    if (before !== undefined) await valueIn(text, before, DEEPEST)
    found.set(named, value)
  }
  return found
}

async function itemsOf<T>(
  text: Text,
  range: Range,
  small: (item: JsonValue) => T,
  large: (item: Range) => Promise<T>,
): Promise<T[]> {
  const items: T[] = []
  await eachItem(text, range, small, large, (some) => items.push(...some))
  return items
}

/** Calls `each` for the items of a large list, with all items of a piece at once. Small consecutive items are parsed together. */
async function eachItem<T>(
  text: Text,
  range: Range,
  small: (item: JsonValue) => T,
  large: (item: Range) => Promise<T>,
  each: (items: T[]) => void,
): Promise<void> {
  let group: Range | undefined
  let count = 0
  const endGroup = async (): Promise<void> => {
    if (group === undefined) return
    await text.share()
    const parsed = parsedOf(`[${text.bytes.toString('utf8', group.from, group.to)}]`) as JsonValue[]
    // Otherwise a comma without a value after it would be accepted.
    if (parsed.length !== count) throw new SyntaxError('an item is missing')
    each(parsed.map((item) => small(item)))
    group = undefined
  }
  for (const child of childrenOf(text.bytes, text.containers, range)) {
    if (child.to - child.from > PIECE_BYTES) {
      await endGroup()
      each([await large(child)])
      continue
    }
    count = group === undefined ? 1 : count + 1
    group = { from: group?.from ?? child.from, to: child.to }
    if (group.to - group.from > PIECE_BYTES) await endGroup()
  }
  await endGroup()
}

/** Whether a text is an object or a list that is larger than a piece. @throws SyntaxError if something follows it */
function isInPieces({ bytes, containers }: Text, { from, to }: Range, levels: number): boolean {
  const first = bytes[from]
  if (to - from <= PIECE_BYTES || (first !== OPEN_BRACE && first !== OPEN_BRACKET)) return false
  if (containers.get(from)?.end !== to || levels === 0) throw new SyntaxError('not a value')
  return true
}

function pieceOf({ bytes }: Text, { from, to }: Range): JsonValue {
  return parsedOf(bytes.toString('utf8', from, to))
}

function parsedOf(json: string): JsonValue {
  return withIdsInBase64(parseJson(json))
}

function opens({ bytes }: Text, { from }: Range, { fieldKind }: MessageField): boolean {
  return bytes[from] === (fieldKind === 'list' ? OPEN_BRACKET : OPEN_BRACE)
}

function emptyOf({ fieldKind }: MessageField): JsonValue {
  return fieldKind === 'list' ? [] : {}
}

/** A text whose large objects and lists are known. */
type Text = {
  bytes: Buffer
  containers: Containers
  limits: Limits
  share: Share
  sink: MessageSink | undefined
}

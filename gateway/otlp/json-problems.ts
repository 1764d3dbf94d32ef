import type { DescMessage } from '@bufbuild/protobuf'
import { FEW_PARTS } from './few-parts.ts'
import {
  CLOSE,
  CLOSE_LIST,
  endOfString,
  isSpace,
  OPEN,
  OPEN_LIST,
  QUOTE,
  type Range,
} from './json-containers.ts'
import { jsonInPieces } from './json-pieces.ts'
import { isForSink, leadsToSink } from './message-field.ts'
import { DEEPEST, type MessageSink, type Share, TOO_DEEP, WRONG_TYPE } from './pieces.ts'

/**
 * Leaves out, in place, the items of an OTLP JSON text that cannot be decoded: a field has no value of its type, or lists alone are nested too deep. So are
 * all items of an object above them of which that is true beside its items. Of values that are nested too deep what is too deep is left out alone. White space takes their place. Takes time in proportion to the bytes.
 *
 * @param types the types from the outermost list to the items
 *
 * @returns the problem of each item that is left out
 *
 * @throws SyntaxError for brackets and quotation marks without a counterpart
 */
export async function withoutUndecodableJson(
  desc: DescMessage,
  bytes: Buffer,
  types: MessageSink['types'],
  share: Share,
): Promise<string[]> {
  const path = pathIn(desc, bytes, { types, take: () => {} }, share)
  let name = { from: 0, to: 0 }
  let pause = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === QUOTE) {
      name = { from: at, to: endOfString(bytes, at) }
      at = name.to - 1
    } else if (byte === OPEN || byte === OPEN_LIST) path.open(at, name)
    else if (byte === CLOSE || byte === CLOSE_LIST) await path.close(at)
    if (at >= pause) {
      pause = at + STEP
      await share()
    }
  }
  return path.leftOut
}

/** The objects and lists that are open: those from the whole to an item, and those in the last of them. */
function pathIn(desc: DescMessage, bytes: Buffer, sink: MessageSink, share: Share) {
  const path: Step[] = []
  const inner: number[] = []
  let innerObjects = 0
  const leftOut: string[] = []
  let items = 0

  /** The type of what opens, where it leads to the items or is one. */
  const typeAt = (byte: number, name: Range): DescMessage | undefined => {
    const above = path.at(-1)
    if (inner.length > 0 || (byte === OPEN) !== (above?.opening !== OPEN)) return undefined
    if (byte === OPEN) return above === undefined ? desc : above.type
    const named = nameOf(bytes, name)
    const field = above!.type.fields.find((one) => one.name === named || one.jsonName === named)
    return field !== undefined && isForSink(field, sink) ? field.message : undefined
  }
  return {
    open: (at: number, name: Range): void => {
      const opening = bytes[at]!
      const type = typeAt(opening, name)
      if (type !== undefined) {
        const none = { lists: [], problem: undefined, limit: undefined }
        path.push({ at, opening, type, items, leftOut: leftOut.length, ...none })
        return
      }
      inner.push(opening)
      if (opening === OPEN) innerObjects += 1
      // Each message is an object; every other step of the path is a list.
      const messages = innerObjects + Math.ceil(path.length / 2)
      const step = path.at(-1)
      if (step === undefined) return
      if (messages > DEEPEST) step.limit!.isPassed = true
      else if (messages === DEEPEST && opening === OPEN)
        step.limit = { at, open: inner.length, isPassed: false }
      else if (inner.length > MOST_OPEN) step.problem = TOO_DEEP
    },
    close: async (at: number): Promise<void> => {
      const limit = path.at(-1)?.limit
      if (limit?.open === inner.length) {
        if (limit.isPassed) bytes.fill(SPACE, limit.at + 1, at)
        path.at(-1)!.limit = undefined
      }
      const step = inner.length === 0 ? path.pop() : undefined
      const opening = step?.opening ?? inner.pop()
      if (opening !== (bytes[at] === CLOSE ? OPEN : OPEN_LIST)) throw new SyntaxError('not closed')
      if (opening === OPEN && step === undefined) innerObjects -= 1
      if (step === undefined || path.length === 0) return
      const range = { from: step.at, to: at + 1 }
      if (opening === OPEN_LIST) {
        path.at(-1)!.lists.push(range)
        return
      }
      if (!leadsToSink(step.type, sink)) items += 1
      const problem = step.problem ?? (await problemOf(step.type, without(bytes, range, step.lists), share))
      if (problem === undefined) return
      leftOut.length = step.leftOut
      for (let n = step.items; n < items; n++) leftOut.push(problem)
      blank(bytes, range)
    },
    leftOut,
  }
}

/** What keeps an object from being decoded, if anything; nothing where it is not JSON, which is not its sender's alone. */
async function problemOf(desc: DescMessage, bytes: Buffer, share: Share): Promise<string | undefined> {
  try {
    await jsonInPieces(desc, bytes, FEW_PARTS.json, share)
  } catch (error) {
    if (!(error instanceof SyntaxError)) return WRONG_TYPE
  }
  return undefined
}

/** The bytes of an object with empty lists in the place of these. */
function without(bytes: Buffer, { from, to }: Range, lists: readonly Range[]): Buffer {
  if (lists.length === 0) return bytes.subarray(from, to)
  const starts = [from, ...lists.map((list) => list.to)]
  const parts = starts.map((start, n) => bytes.subarray(start, lists[n]?.from ?? to))
  return Buffer.from(parts.map((part) => part.toString('latin1')).join('[]'), 'latin1')
}

/** The name that a text is; of a long one nothing, since no field has it. */
function nameOf(bytes: Uint8Array, { from, to }: Range): string | undefined {
  return to - from > NAME_BYTES ? undefined : JSON.parse(Buffer.from(bytes.subarray(from, to)).toString())
}

/** Replaces an item of a list, and a comma beside it. */
function blank(bytes: Uint8Array, { from, to }: Range): void {
  bytes.fill(SPACE, from, to)
  let after = to
  while (after < bytes.length && isSpace(bytes[after]!)) after += 1
  let before = from - 1
  if (bytes[after] !== COMMA) while (before >= 0 && isSpace(bytes[before]!)) before -= 1
  const comma = bytes[after] === COMMA ? after : before
  if (bytes[comma] === COMMA) bytes[comma] = SPACE
}

/** An object or list on the path to the items, the items before it, how many of them are left out, and its lists that lead to items. */
type Step = {
  at: number
  opening: number
  type: DescMessage
  items: number
  leftOut: number
  lists: Range[]
  problem: string | undefined
  /** The open object that is nested as deep as one may be: where it begins, how many are open with it, and whether others are in it. */
  limit: { at: number; open: number; isPassed: boolean } | undefined
}
/** Open objects and lists in an item: more than a hundred messages have, and fewer than the stack takes. */
const MOST_OPEN = 1000
/** More than the name of any field has, written with escapes. */
const NAME_BYTES = 200
/** Bytes between two looks at the clock. */
const STEP = 64 * 1024
const SPACE = 0x20
const COMMA = 0x2c

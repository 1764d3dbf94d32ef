import type { DescMessage } from '@bufbuild/protobuf'
import type { Share } from '../../services/kernel/concurrency/event-loop.ts'
import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COMMA,
  isWhiteSpace,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  SPACE,
} from '../../services/kernel/values/json-bytes.ts'
import { endOfString, type Range } from './json-containers.ts'
import { jsonInPieces } from './json-pieces.ts'
import { isForSink, leadsToSink } from './message-field.ts'
import { PART_LIMITS } from './part-limits.ts'
import { DEEPEST, type MessageSink, TOO_DEEP, WRONG_TYPE } from './pieces.ts'

/**
 * Overwrites with white space the items of an OTLP JSON text that cannot be decoded: a field has a value of another type, or
 * lists alone are nested too deep. If an object above some items cannot be decoded because of its other fields, all these items
 * are left out. Of a value that is nested too deep, only the part below the limit is left out. The time is proportional to the
 * bytes.
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
  const parts = new OpenParts(desc, bytes, types, share)
  let name = { from: 0, to: 0 }
  let pause = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === QUOTE) {
      name = { from: at, to: endOfString(bytes, at) }
      at = name.to - 1
    } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) parts.open(at, name)
    else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) await parts.close(at)
    if (at >= pause) {
      pause = at + STEP
      await share()
    }
  }
  return parts.leftOut
}

/** The objects and lists that are open: those on the path from the whole to an item, and those inside the last of them. */
class OpenParts {
  /** The problem of each item that is left out. */
  readonly leftOut: string[] = []
  readonly #desc: DescMessage
  readonly #bytes: Buffer
  readonly #sink: MessageSink
  readonly #share: Share
  readonly #path: Step[] = []
  readonly #inner: number[] = []
  #innerObjects = 0
  #items = 0

  constructor(desc: DescMessage, bytes: Buffer, types: MessageSink['types'], share: Share) {
    this.#desc = desc
    this.#bytes = bytes
    this.#sink = { types, take: () => {} }
    this.#share = share
  }

  /** Enters an object or a list. @param name the last text before it */
  open(at: number, name: Range): void {
    const opening = this.#bytes[at]!
    const type = this.#typeAt(opening, name)
    if (type === undefined) this.#openInner(at, opening)
    else {
      const before = { items: this.#items, leftOut: this.leftOut.length }
      this.#path.push({ at, opening, type, before, lists: [], problem: undefined, limit: undefined })
    }
  }

  /** Leaves an object or a list. @throws SyntaxError if the bracket closes nothing of its kind */
  async close(at: number): Promise<void> {
    this.#blankTooDeep(at)
    const step = this.#closed(at)
    if (step === undefined || this.#path.length === 0) return
    const range = { from: step.at, to: at + 1 }
    if (step.opening === OPEN_BRACKET) this.#path.at(-1)!.lists.push(range)
    else await this.#examine(step, range)
  }

  /** Returns the type of the object or list that opens, if it leads to the items or is one. */
  #typeAt(opening: number, name: Range): DescMessage | undefined {
    const above = this.#path.at(-1)
    if (this.#inner.length > 0 || (opening === OPEN_BRACE) !== (above?.opening !== OPEN_BRACE))
      return undefined
    if (opening === OPEN_BRACE) return above === undefined ? this.#desc : above.type
    const named = nameOf(this.#bytes, name)
    const field = above!.type.fields.find((one) => one.name === named || one.jsonName === named)
    return field !== undefined && isForSink(field, this.#sink) ? field.message : undefined
  }

  #openInner(at: number, opening: number): void {
    this.#inner.push(opening)
    if (opening === OPEN_BRACE) this.#innerObjects += 1
    const step = this.#path.at(-1)
    if (step === undefined) return
    // Each message is an object; every other step of the path is a list.
    const messages = this.#innerObjects + Math.ceil(this.#path.length / 2)
    if (messages > DEEPEST) step.limit!.isPassed = true
    else if (messages === DEEPEST && opening === OPEN_BRACE)
      step.limit = { at, open: this.#inner.length, isPassed: false }
    else if (this.#inner.length > MAX_OPEN) step.problem = TOO_DEEP
  }

  /** Empties the object that closes if it is at the deepest allowed level and has other objects in it. */
  #blankTooDeep(at: number): void {
    const step = this.#path.at(-1)
    if (step?.limit?.open !== this.#inner.length) return
    if (step.limit.isPassed) this.#bytes.fill(SPACE, step.limit.at + 1, at)
    step.limit = undefined
  }

  /** Removes the object or list that closes; returns it if it is on the path. */
  #closed(at: number): Step | undefined {
    const step = this.#inner.length === 0 ? this.#path.pop() : undefined
    const opening = step?.opening ?? this.#inner.pop()
    if (opening !== (this.#bytes[at] === CLOSE_BRACE ? OPEN_BRACE : OPEN_BRACKET))
      throw new SyntaxError('not closed')
    if (step === undefined && opening === OPEN_BRACE) this.#innerObjects -= 1
    return step
  }

  /** Leaves out an object of the path that cannot be decoded, with the items in it. */
  async #examine(step: Step, range: Range): Promise<void> {
    if (!leadsToSink(step.type, this.#sink)) this.#items += 1
    const own = without(this.#bytes, range, step.lists)
    const problem = step.problem ?? (await problemOf(step.type, own, this.#share))
    if (problem === undefined) return
    this.leftOut.length = step.before.leftOut
    for (let n = step.before.items; n < this.#items; n++) this.leftOut.push(problem)
    blank(this.#bytes, range)
  }
}

/**
 * Returns why an object cannot be decoded, if it cannot. Undefined if the text is not JSON: that is not the fault of one sender.
 */
async function problemOf(desc: DescMessage, bytes: Buffer, share: Share): Promise<string | undefined> {
  try {
    await jsonInPieces(desc, bytes, PART_LIMITS.json, share)
  } catch (error) {
    if (!(error instanceof SyntaxError)) return WRONG_TYPE
  }
  return undefined
}

/** Returns the bytes of an object with empty lists in the place of `lists`. */
function without(bytes: Buffer, { from, to }: Range, lists: readonly Range[]): Buffer {
  if (lists.length === 0) return bytes.subarray(from, to)
  const starts = [from, ...lists.map((list) => list.to)]
  const parts = starts.map((start, n) => bytes.subarray(start, lists[n]?.from ?? to))
  return Buffer.from(parts.map((part) => part.toString('latin1')).join('[]'), 'latin1')
}

/** Returns the name in a text; undefined for a long text, since no field has such a name. */
function nameOf(bytes: Uint8Array, { from, to }: Range): string | undefined {
  return to - from > NAME_BYTES ? undefined : JSON.parse(Buffer.from(bytes.subarray(from, to)).toString())
}

/** Replaces an item of a list, and a comma beside it. */
function blank(bytes: Uint8Array, { from, to }: Range): void {
  bytes.fill(SPACE, from, to)
  let after = to
  while (after < bytes.length && isWhiteSpace(bytes[after])) after += 1
  let before = from - 1
  if (bytes[after] !== COMMA) while (before >= 0 && isWhiteSpace(bytes[before])) before -= 1
  const comma = bytes[after] === COMMA ? after : before
  if (bytes[comma] === COMMA) bytes[comma] = SPACE
}

/** An object or list on the path to the items. */
type Step = {
  at: number
  opening: number
  type: DescMessage
  /** The number of items before it, and the number of these that are left out. */
  before: { items: number; leftOut: number }
  /** Its lists that lead to items. */
  lists: Range[]
  problem: string | undefined
  /**
   * An open object at the deepest allowed level: its beginning, the number of objects that are open with it, and whether it has
   * other objects in it.
   */
  limit: { at: number; open: number; isPassed: boolean } | undefined
}
/** Limit of open objects and lists in an item: more than a hundred messages have, and fewer than the stack takes. */
const MAX_OPEN = 1000
/** More bytes than the name of any field has, written with escapes. */
const NAME_BYTES = 200
/** Bytes between two looks at the clock. */
const STEP = 64 * 1024

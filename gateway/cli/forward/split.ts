import {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  isWhiteSpace,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
} from '../../../services/kernel/values/json-bytes.ts'

/**
 * Cuts a stream into alerts without changing their bytes: one JSON object or array each, in any layout (one a line,
 * pretty-printed, one after the other). White space between alerts and a byte-order mark at the start are skipped. A truncated
 * line does not affect the alerts after it.
 *
 * Nothing is dropped silently: text that is not an alert is returned with the fault `not_json`. Memory is bounded: for a line of
 * more than `limit` bytes, which the endpoint would refuse, the first `limit` bytes are returned with `too_large`.
 */
export async function* splitAlerts(
  input: AsyncIterable<Uint8Array>,
  limit: number = MAX_ALERT_BYTES,
): AsyncGenerator<SplitAlert> {
  const splitter = new Splitter(limit)
  for await (const chunk of input) {
    for (let from = 0; from < chunk.length; from += CHUNK)
      yield* splitter.push(chunk.subarray(from, from + CHUNK))
  }
  yield* splitter.end()
}

export const MAX_ALERT_BYTES = 1024 * 1024

class Splitter {
  readonly #limit: number
  #buffer: Buffer = Buffer.alloc(0)
  #isFirst = true
  #skipsLine = false
  #state = stateAt(0)

  constructor(limit: number) {
    this.#limit = limit
  }

  *push(chunk: Uint8Array): Generator<SplitAlert> {
    this.#buffer = Buffer.concat([this.#buffer, chunk])
    if (this.#isFirst && !this.#startIsRead()) return
    yield* this.#scan()
    if (this.#buffer.length - this.#state.start > this.#limit) yield* this.#giveUpUnended()
    const { start, position } = this.#state
    this.#buffer = this.#buffer.subarray(start)
    this.#state = { ...this.#state, start: 0, position: position - start }
  }

  *end(): Generator<SplitAlert> {
    if (!this.#skipsLine) yield* this.#giveUp(this.#buffer.length)
  }

  /** Removes a byte-order mark. @returns false where more bytes are needed to see one */
  #startIsRead(): boolean {
    const start = this.#buffer.subarray(0, BYTE_ORDER_MARK.length)
    if (start.length < BYTE_ORDER_MARK.length && BYTE_ORDER_MARK.subarray(0, start.length).equals(start))
      return false
    if (start.equals(BYTE_ORDER_MARK)) this.#buffer = this.#buffer.subarray(BYTE_ORDER_MARK.length)
    this.#isFirst = false
    return true
  }

  *#scan(): Generator<SplitAlert> {
    while (this.#state.position < this.#buffer.length) {
      const { start, position } = this.#state
      const byte = this.#buffer[position]!
      if (this.#skipsLine) {
        this.#skipsLine = byte !== NEWLINE
        this.#state = stateAt(position + 1)
      } else if (position === start && isWhiteSpace(byte)) this.#state = stateAt(position + 1)
      else yield* this.#step(byte)
    }
  }

  *#step(byte: number): Generator<SplitAlert> {
    const state = this.#state
    const at = state.position++
    if (!opens(this.#buffer[state.start])) {
      if (opens(byte) && this.#buffer[at - 1] === NEWLINE) yield* this.#giveUp(at)
    } else if (state.inString) {
      if (byte === NEWLINE) yield* this.#giveUp(at)
      else if (state.escaped) state.escaped = false
      else if (byte === BACKSLASH) state.escaped = true
      else if (byte === QUOTE) state.inString = false
    } else if (isWhiteSpace(byte)) return
    else if (this.#beginsAnother(at, byte)) yield* this.#giveUp(at)
    else yield* this.#structure(at, byte)
  }

  /** Takes a byte of a container, outside of strings and white space. */
  *#structure(at: number, byte: number): Generator<SplitAlert> {
    const state = this.#state
    state.last = byte
    if (byte === QUOTE) state.inString = true
    else if (opens(byte)) state.depth++
    else if ((byte === CLOSE_BRACE || byte === CLOSE_BRACKET) && --state.depth === 0) {
      yield whole(this.#buffer.subarray(state.start, at + 1), this.#limit)
      this.#state = stateAt(at + 1)
    }
  }

  /** Whether an object begins a line where JSON allows none: the line before it was cut off. */
  #beginsAnother(at: number, byte: number): boolean {
    const { start, last } = this.#state
    const continues = last === COMMA || last === COLON || last === OPEN_BRACKET
    return byte === OPEN_BRACE && at > start && this.#buffer[at - 1] === NEWLINE && !continues
  }

  /** Gives up reading the text up to `until` as one alert: its lines are read one by one. */
  *#giveUp(until: number): Generator<SplitAlert> {
    yield* eachLine(this.#buffer.subarray(this.#state.start, until), this.#limit)
    this.#state = stateAt(until)
  }

  /** Gives up reading all text so far as one alert: it is longer than the limit, and its last line has not ended. */
  *#giveUpUnended(): Generator<SplitAlert> {
    const lastLine = Math.max(this.#state.start, this.#buffer.lastIndexOf(NEWLINE) + 1)
    yield* this.#giveUp(lastLine)
    const rest = this.#buffer.subarray(lastLine)
    if (rest.length > this.#limit) {
      yield { body: rest.subarray(0, this.#limit), fault: 'too_large' }
      this.#state = stateAt(this.#buffer.length)
      this.#skipsLine = true
    } else yield* this.#scan()
  }
}

/** Returns each line that is a complete object or array by itself, and groups the other consecutive lines. */
function* eachLine(text: Buffer, limit: number): Generator<SplitAlert> {
  let broken: Buffer[] = []
  const flush = function* (): Generator<SplitAlert> {
    const body = trim(Buffer.concat(broken))
    broken = []
    if (body.length > 0) yield { body: body.subarray(0, limit), fault: 'not_json' }
  }
  for (let from = 0; from < text.length; ) {
    const newline = text.indexOf(NEWLINE, from)
    const to = newline < 0 ? text.length : newline + 1
    const line = text.subarray(from, to)
    if (opens(line[0]) && isJson(line)) {
      yield* flush()
      yield whole(trim(line), limit)
    } else broken.push(line)
    from = to
  }
  yield* flush()
}

function whole(body: Buffer, limit: number): SplitAlert {
  return { body, fault: body.length > limit ? 'too_large' : null }
}

function isJson(text: Buffer): boolean {
  try {
    JSON.parse(text.toString())
    return true
  } catch {
    return false
  }
}

function opens(byte: number | undefined): boolean {
  return byte === OPEN_BRACE || byte === OPEN_BRACKET
}

function trim(text: Buffer): Buffer {
  let [from, to] = [0, text.length]
  while (from < to && isWhiteSpace(text[from])) from++
  while (to > from && isWhiteSpace(text[to - 1])) to--
  return text.subarray(from, to)
}

function stateAt(start: number) {
  return { start, position: start, depth: 0, inString: false, escaped: false, last: 0 }
}

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf])
const CHUNK = 64 * 1024
const NEWLINE = 0x0a

type SplitAlert = { body: Buffer; fault: SplitFault | null }

type SplitFault = 'not_json' | 'too_large'

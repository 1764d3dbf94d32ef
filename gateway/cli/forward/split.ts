/**
 * Cuts a stream into alerts without touching their bytes: one JSON object or array each, however they are laid out
 * (one a line, pretty-printed, one after the other); white space between them and a byte-order mark at the very start
 * belong to none. A truncated line does not swallow the alerts after it.
 *
 * Nothing is dropped in silence: text that is no alert comes out with the fault `not_json`. Memory is bounded: of a
 * line over `limit` bytes (which the endpoint would refuse) the first `limit` bytes come out, with `too_large`.
 */
export async function* splitAlerts(
  input: AsyncIterable<Uint8Array>,
  limit: number = MAX_ALERT_BYTES,
): AsyncGenerator<SplitAlert> {
  const splitter = createSplitter(limit)
  for await (const chunk of input) {
    for (let from = 0; from < chunk.length; from += CHUNK)
      yield* splitter.push(chunk.subarray(from, from + CHUNK))
  }
  yield* splitter.end()
}

export const MAX_ALERT_BYTES = 1024 * 1024

function createSplitter(limit: number) {
  let buffer: Buffer = Buffer.alloc(0)
  let first = true
  let skipLine = false
  let state = fresh(0)

  function* push(chunk: Uint8Array): Generator<SplitAlert> {
    buffer = Buffer.concat([buffer, chunk])
    if (first && buffer.length < 3 && BYTE_ORDER_MARK.subarray(0, buffer.length).equals(buffer)) return
    if (first && buffer.subarray(0, 3).equals(BYTE_ORDER_MARK)) buffer = buffer.subarray(3)
    first = false
    yield* scan()
    if (buffer.length - state.start > limit) yield* giveUp(buffer.length, true)
    buffer = buffer.subarray(state.start)
    state = { ...state, start: 0, position: state.position - state.start }
  }

  function* end(): Generator<SplitAlert> {
    if (!skipLine) yield* giveUp(buffer.length, false)
  }

  function* scan(): Generator<SplitAlert> {
    while (state.position < buffer.length) {
      const byte = buffer[state.position]!
      if (skipLine) {
        skipLine = byte !== NEWLINE
        state = fresh(state.position + 1)
      } else if (state.position === state.start && isSpace(byte)) state = fresh(state.position + 1)
      else yield* step(byte)
    }
  }

  function* step(byte: number): Generator<SplitAlert> {
    const at = state.position++
    const container = opens(buffer[state.start])
    if (!container) {
      if (opens(byte) && buffer[at - 1] === NEWLINE) yield* giveUp(at, false)
    } else if (state.inString) {
      if (byte === NEWLINE) yield* giveUp(at, false)
      else if (state.escaped) state.escaped = false
      else if (byte === BACKSLASH) state.escaped = true
      else if (byte === QUOTE) state.inString = false
    } else if (isSpace(byte)) return
    else if (startsAnew(at, byte)) yield* giveUp(at, false)
    else {
      if (byte === QUOTE) state.inString = true
      else if (opens(byte)) state.depth++
      else if ((byte === CLOSE_BRACE || byte === CLOSE_BRACKET) && --state.depth === 0) {
        yield whole(buffer.subarray(state.start, at + 1), limit)
        state = fresh(at + 1)
      }
      state.last = byte
    }
  }

  /** An object that begins a line where JSON allows none: the line before it was cut off. */
  function startsAnew(at: number, byte: number): boolean {
    const continues = state.last === COMMA || state.last === COLON || state.last === OPEN_BRACKET
    return byte === OPEN_BRACE && at > state.start && buffer[at - 1] === NEWLINE && !continues
  }

  /** The text up to `until` is not one alert: its lines are read one by one. */
  function* giveUp(until: number, tooLong: boolean): Generator<SplitAlert> {
    const text = buffer.subarray(state.start, until)
    const cut = tooLong ? text.lastIndexOf(NEWLINE) + 1 : text.length
    yield* salvage(text.subarray(0, cut), limit)
    const rest = text.subarray(cut)
    state = fresh(until)
    if (!tooLong) return
    if (rest.length > limit) {
      yield { body: rest.subarray(0, limit), fault: 'too_large' }
      skipLine = true
    } else {
      state = fresh(until - rest.length)
      yield* scan()
    }
  }

  return { push, end }
}

/** Lines that are an object or array by themselves come out alone, runs of others together. */
function* salvage(text: Buffer, limit: number): Generator<SplitAlert> {
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
  while (from < to && isSpace(text[from]!)) from++
  while (to > from && isSpace(text[to - 1]!)) to--
  return text.subarray(from, to)
}

function fresh(start: number) {
  return { start, position: start, depth: 0, inString: false, escaped: false, last: 0 }
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x09 || byte === NEWLINE || byte === 0x0d
}

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf])
const CHUNK = 64 * 1024
const NEWLINE = 0x0a
const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const COLON = 0x3a
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d

type SplitAlert = { body: Buffer; fault: SplitFault | null }

type SplitFault = 'not_json' | 'too_large'

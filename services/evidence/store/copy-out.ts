import type { Connection, PoolClient, Submittable } from 'pg'
import type { Lines } from '../domain/parts.ts'

/**
 * Streams a query of one text column through COPY, one line a row. Memory is bounded: rows are not read faster than the
 * consumer reads. A chunk's memory is reused when the next chunk is requested. When the consumer stops early, the connection is
 * destroyed together with the statement and MUST NOT be used again.
 *
 * @param query without parameters (COPY takes none); its texts are canonical JSON, which holds no raw control character
 */
export async function* copyOut(client: PoolClient, query: string): AsyncGenerator<Lines> {
  const copy = new CopyOut(
    `copy (${query}) to stdout (format csv, delimiter E'\\x01', quote E'\\x02', encoding 'UTF8')`,
  )
  client.query(copy)
  try {
    for (;;) {
      const chunk = await copy.next()
      if (chunk === undefined) return
      yield { count: chunk.count, text: chunk.memory.subarray(0, chunk.used) }
      copy.recycle(chunk)
    }
  } finally {
    copy.abandon()
  }
}

/** A statement in the form that node-postgres runs: it calls these methods for what arrives. */
class CopyOut implements Submittable {
  readonly text: string
  #connection: WireConnection | undefined
  readonly #full: Chunk[] = []
  readonly #free: Chunk[] = []
  #open: Chunk | undefined
  #waiting: (() => void) | undefined
  #error: Error | undefined
  #over = false

  constructor(text: string) {
    this.text = text
  }

  submit(connection: Connection): void {
    this.#connection = connection as unknown as WireConnection
    this.#connection.query(this.text)
  }

  /** The next chunk, or undefined at the end. @throws the error of the database */
  async next(): Promise<Chunk | undefined> {
    for (;;) {
      const chunk = this.#full.shift()
      if (chunk !== undefined) {
        if (this.#full.length < LOW) this.#connection?.stream.resume()
        return chunk
      }
      if (this.#error !== undefined) throw this.#error
      if (this.#over) return undefined
      await new Promise<void>((resolve) => {
        this.#waiting = resolve
      })
    }
  }

  recycle(chunk: Chunk): void {
    if (chunk.memory.length > CHUNK_BYTES) return
    chunk.count = 0
    chunk.used = 0
    this.#free.push(chunk)
  }

  abandon(): void {
    if (!this.#over && this.#error === undefined) this.#connection?.stream.destroy()
  }

  /** Takes one row, LF included, in memory that is overwritten after this call. */
  handleCopyData({ chunk: row }: { chunk: Buffer }): void {
    let open = this.#open
    if (open !== undefined && open.used + row.length > open.memory.length) {
      this.#deliver()
      open = undefined
    }
    if (open === undefined) {
      open = this.#chunk(row.length)
      this.#open = open
    }
    row.copy(open.memory, open.used)
    open.used += row.length
    open.count += 1
  }

  handleCommandComplete(): void {
    this.#deliver()
  }
  handleReadyForQuery(): void {
    this.#end(undefined)
  }
  handleError(error: Error): void {
    this.#end(error)
  }

  #chunk(bytes: number): Chunk {
    const free = bytes > CHUNK_BYTES ? undefined : this.#free.pop()
    return free ?? { memory: Buffer.allocUnsafeSlow(Math.max(bytes, CHUNK_BYTES)), used: 0, count: 0 }
  }

  #deliver(): void {
    if (this.#open === undefined) return
    this.#full.push(this.#open)
    this.#open = undefined
    if (this.#full.length >= HIGH) this.#connection?.stream.pause()
    this.#wake()
  }

  #end(error: Error | undefined): void {
    this.#over = true
    this.#error = error
    this.#wake()
  }

  #wake(): void {
    this.#waiting?.()
    this.#waiting = undefined
  }
}

const CHUNK_BYTES = 256 * 1024
/** How many chunks may wait: reading pauses at HIGH and continues below LOW. */
const HIGH = 4
const LOW = 2

type Chunk = { memory: Buffer; used: number; count: number }

/** The methods of a node-postgres connection that a statement uses. */
type WireConnection = {
  query(text: string): void
  stream: { pause(): void; resume(): void; destroy(): void }
}

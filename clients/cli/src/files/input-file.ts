import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readFile, stat } from 'node:fs/promises'
import { lenientJson } from './lenient-json.ts'
import { refused } from './refused.ts'

/** A file to import: its first bytes, by which its format is recognised, and bounded ways to read it. */
export class InputFile {
  readonly path: string
  readonly bytes: number
  readonly modifiedAt: Date
  /** The first 64 KiB. */
  readonly head: Buffer
  #document: { value: unknown } | undefined

  private constructor(path: string, bytes: number, modifiedAt: Date, head: Buffer) {
    this.path = path
    this.bytes = bytes
    this.modifiedAt = modifiedAt
    this.head = head
  }

  /** @throws Failure usage */
  static async open(path: string): Promise<InputFile> {
    try {
      const found = await stat(path)
      if (!found.isFile()) throw refused(path, '', 'is not a regular file')
      const handle = await open(path)
      try {
        const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
        return new InputFile(path, found.size, found.mtime, buffer.subarray(0, bytesRead))
      } finally {
        await handle.close()
      }
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      throw code === undefined ? error : refused(path, '', `cannot be read (${code})`)
    }
  }

  /** The beginning of the text, without a byte order mark and white space before it. */
  get beginning(): string {
    return this.head
      .toString('utf8')
      .replace(/^\ufeff/, '')
      .trimStart()
  }

  /** Returns the SHA-256 of the whole file in lower-case hex. */
  async sha256(): Promise<string> {
    const hash = createHash('sha256')
    for await (const chunk of createReadStream(this.path)) hash.update(chunk)
    return hash.digest('hex')
  }

  /** Returns the whole file as text. @throws Failure usage when it is larger than 128 MiB or not UTF-8 */
  async text(): Promise<string> {
    if (this.bytes > DOCUMENT_BYTES) throw refused(this.path, '', 'is over 128 MiB')
    return utf8(this.path, await readFile(this.path))
  }

  /** Returns the whole file as one JSON document, which is parsed once. @throws Failure usage */
  async json(): Promise<unknown> {
    this.#document ??= { value: lenientJson(this.path, await this.text()) }
    return this.#document.value
  }

  /** Yields each line that is not empty, parsed as JSON. A line has at most 16 MiB. @throws Failure usage */
  async *jsonLines(): AsyncGenerator<{ line: number; value: unknown }> {
    let line = 0
    for await (const bytes of lines(this.path)) {
      line++
      const text = utf8(this.path, bytes)
      if (text.trim() !== '') yield { line, value: lenientJson(this.path, text, `line ${line}`) }
    }
  }
}

/** Splits a file at line feeds without holding more than one line. */
async function* lines(path: string): AsyncGenerator<Buffer> {
  let kept: Buffer[] = []
  let length = 0
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    let from = 0
    for (let to = chunk.indexOf(10); to !== -1; to = chunk.indexOf(10, from)) {
      yield Buffer.concat([...kept, chunk.subarray(from, to)])
      kept = []
      length = 0
      from = to + 1
    }
    const rest = chunk.subarray(from)
    length += rest.length
    if (length > LINE_BYTES) throw refused(path, '', 'has a line over 16 MiB')
    if (rest.length > 0) kept.push(rest)
  }
  if (length > 0) yield Buffer.concat(kept)
}

/** Decodes UTF-8 with or without a byte order mark. @throws Failure usage */
export function utf8(path: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw refused(path, '', 'is not UTF-8')
  }
}

const HEAD_BYTES = 64 * 1024
const DOCUMENT_BYTES = 128 * 1024 * 1024
const LINE_BYTES = 16 * 1024 * 1024

import { once } from 'node:events'
import { createGzip, type Gzip } from 'node:zlib'
import { MAX_LINE_BYTES, MAX_PART_BYTES, MAX_PART_LINES, PART_BYTES, partName } from './format.ts'

/** Deflate level of a part. Only size and speed depend on it: readers check the inflated bytes. */
const LEVEL = 6

/**
 * Packs a sequence of lines into parts (docs/evidence-package.md section 2): one gzip member each, fixed header, at most 100,000
 * lines, closed before they exceed 16 MiB inflated. A single larger chunk becomes a separate part. Holds the deflated bytes of one
 * part; deflating runs in zlib's thread while the source is read. A chunk is no longer used when the next chunk is requested, so
 * that the source may reuse its memory. A sequence without lines has no part.
 *
 * @throws RangeError when a chunk is larger than a part, has a line beyond the limit, or is not the number of lines it says.
 */
export async function* packParts(type: string, lines: AsyncIterable<Lines>): AsyncGenerator<Part> {
  let number = 1
  let open: OpenPart | undefined
  try {
    for await (const chunk of lines) {
      const text = bytesOf(chunk.text)
      check(type, chunk.count, text)
      if (open && (open.lines + chunk.count > MAX_PART_LINES || open.size + text.length > PART_BYTES)) {
        yield await closePart(open)
        open = undefined
      }
      open ??= openPart(type, number++)
      await feed(open, chunk.count, text)
    }
    if (open) yield await closePart(open)
    open = undefined
  } finally {
    open?.gzip.destroy()
  }
}

function openPart(type: string, number: number): OpenPart {
  const gzip = createGzip({ level: LEVEL, chunkSize: 64 * 1024 })
  const deflated: Buffer[] = []
  gzip.on('data', (chunk: Buffer) => deflated.push(chunk))
  return { type, name: partName(type, number), lines: 0, size: 0, gzip, deflated }
}

async function feed(part: OpenPart, count: number, text: Buffer): Promise<void> {
  part.lines += count
  part.size += text.length
  await new Promise<void>((resolve, reject) =>
    part.gzip.write(text, (error) => (error == null ? resolve() : reject(error))),
  )
}

async function closePart({ type, name, lines, size, gzip, deflated }: OpenPart): Promise<Part> {
  const ended = once(gzip, 'end')
  gzip.end()
  await ended
  const bytes = Buffer.concat(deflated)
  // RFC 1952 section 2.3.1: XFL and OS differ between levels and platforms; the format fixes them.
  bytes[8] = 0
  bytes[9] = 255
  return { type, name, lines, size, bytes }
}

/** The bytes, without a copy where they are bytes already: copies make memory grow between garbage collections. */
function bytesOf(text: string | Uint8Array): Buffer {
  if (typeof text === 'string') return Buffer.from(text)
  return Buffer.from(text.buffer, text.byteOffset, text.byteLength)
}

function check(type: string, count: number, text: Buffer): void {
  if (count < 1 || count > MAX_PART_LINES || text.length > MAX_PART_BYTES) {
    throw new RangeError(`${type}: a chunk of ${count} lines and ${text.length} bytes does not fit one part`)
  }
  let found = 0
  let start = 0
  for (let at = text.indexOf(10); at !== -1; at = text.indexOf(10, start)) {
    if (at - start > MAX_LINE_BYTES) throw new RangeError(`${type}: a line of ${at - start} bytes`)
    found++
    start = at + 1
  }
  if (found !== count || text.at(-1) !== 10)
    throw new RangeError(`${type}: a chunk is not the ${count} lines it says`)
}

/** Some whole lines, each ended by LF; 1,000 lines is a good size, bytes are quicker than strings. */
export type Lines = { count: number; text: string | Uint8Array }

/** One finished part. */
export type Part = {
  type: string
  name: string
  lines: number
  /** Inflated bytes. */
  size: number
  bytes: Buffer
}

type OpenPart = Omit<Part, 'bytes'> & { gzip: Gzip; deflated: Buffer[] }

import { once } from 'node:events'
import { ZipArchive } from 'archiver'
import type { PackageFile } from './format.ts'

const EPOCH = new Date(Date.UTC(1980, 0, 1))
const HEADERS = { local: 30, central: 46, end: 22 }

/**
 * Writes the container (docs/evidence-package.md section 2) with the files in the given order: stored entries, fixed time and
 * mode, no extra fields. It keeps one file in memory at a time, and continues only when the consumer has read that file's
 * bytes. Where a consumer stops early, no central directory is written, so that no reader accepts the bytes as a package.
 */
export async function* zip(
  files: AsyncIterable<PackageFile> | Iterable<PackageFile>,
): AsyncGenerator<Buffer> {
  const archive = new ZipArchive({ store: true })
  let appended = 0
  let read = 0
  let central = HEADERS.end
  const drain = async function* () {
    while (read < appended) {
      const chunk: Buffer | null = archive.read()
      if (chunk === null) await once(archive, 'readable')
      else {
        read += chunk.length
        yield chunk
      }
    }
  }
  try {
    for await (const { name, bytes } of files) {
      archive.append(bytes, { name, date: EPOCH, mode: 0o644 })
      appended += HEADERS.local + name.length + bytes.length
      central += HEADERS.central + name.length
      yield* drain()
    }
    appended += central
    const finished = archive.finalize()
    yield* drain()
    await finished
  } finally {
    archive.destroy()
  }
}

/** The exact size in bytes of a zip of these files. */
export function zipSize(files: Iterable<{ name: string; size: number }>): number {
  let size = HEADERS.end
  for (const file of files) size += HEADERS.local + HEADERS.central + 2 * file.name.length + file.size
  return size
}

import { openSync, statSync } from 'node:fs'
import { inflateRawSync } from 'node:zlib'
import yauzl from 'yauzl'
import { utf8 } from '../../files/input-file.ts'
import { refused } from '../../files/refused.ts'
import { crc32 } from './crc32.ts'
import { WindowedFile } from './windowed-file.ts'
import { unzstd } from './zstd.ts'

/**
 * Reads one member of a zip as text; undefined where there is no member of that name. A name that is there twice is refused, since
 * readers differ in which one counts, and so is a member with another size or CRC-32 than the archive says. Nothing is written to disk,
 * so that the paths in the archive do no harm. At most 64 MiB are decompressed, whatever the archive claims. Methods: stored,
 * deflate (8), Zstandard (93).
 *
 * @throws Failure usage
 */
export async function readMember(path: string, name: string): Promise<string | undefined> {
  const zip = await opened(path)
  try {
    let found: yauzl.Entry | undefined
    for await (const entry of entriesOf(path, zip)) {
      if (entry.fileName !== name) continue
      if (found !== undefined) throw refused(path, name, 'is in the archive twice')
      found = entry
    }
    if (found === undefined) return undefined
    if (found.isEncrypted()) throw refused(path, name, 'is encrypted')
    const bytes = decompressed(path, found, await raw(path, zip, found))
    if (bytes.length !== found.uncompressedSize || crc32(bytes) !== found.crc32)
      throw refused(path, name, 'is damaged: its size or its CRC-32 differs')
    return utf8(path, bytes)
  } finally {
    zip.close()
  }
}

function opened(path: string): Promise<yauzl.ZipFile> {
  const reader = new WindowedFile(path, openSync(path, 'r'))
  const { size } = statSync(path)
  const options = { lazyEntries: true, autoClose: false, validateEntrySizes: false }
  return new Promise((resolve, reject) => {
    yauzl.fromRandomAccessReader(reader, size, options, (error, zip) => {
      if (error) reject(refused(path, '', `is not a complete zip archive (${error.message})`))
      else resolve(zip)
    })
  })
}

async function* entriesOf(path: string, zip: yauzl.ZipFile): AsyncGenerator<yauzl.Entry> {
  if (zip.entryCount > ENTRIES) throw refused(path, '', `has more than ${ENTRIES} members`)
  for (let read = 0; read < zip.entryCount; read++) {
    yield await new Promise<yauzl.Entry>((resolve, reject) => {
      zip.once('entry', resolve)
      zip.once('error', (error: Error) =>
        reject(refused(path, '', `is not a complete zip archive (${error.message})`)),
      )
      zip.readEntry()
    })
    zip.removeAllListeners('error')
    zip.removeAllListeners('entry')
  }
}

/** Returns the bytes of a member as they are stored. */
function raw(path: string, zip: yauzl.ZipFile, entry: yauzl.Entry): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => reject(refused(path, entry.fileName, `cannot be read (${error.message})`))
    if (entry.compressedSize > MEMBER_BYTES) return fail(new Error('it is over 64 MiB'))
    zip.openReadStream(entry, { decodeFileData: false } as yauzl.ZipFileOptions, (error, stream) => {
      if (error) return fail(error)
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('error', fail)
      stream.on('end', () => resolve(Buffer.concat(chunks)))
    })
  })
}

function decompressed(path: string, { fileName, compressionMethod }: yauzl.Entry, bytes: Buffer): Uint8Array {
  try {
    if (compressionMethod === 0) return bytes
    if (compressionMethod === 8) return inflateRawSync(bytes, { maxOutputLength: MEMBER_BYTES })
    if (compressionMethod === 93) return unzstd(bytes, MEMBER_BYTES)
  } catch (error) {
    throw refused(path, fileName, `cannot be decompressed within 64 MiB (${(error as Error).message})`)
  }
  throw refused(
    path,
    fileName,
    `is compressed by method ${compressionMethod}; stored, 8 and 93 are supported`,
  )
}

const MEMBER_BYTES = 64 * 1024 * 1024
const ENTRIES = 250_000

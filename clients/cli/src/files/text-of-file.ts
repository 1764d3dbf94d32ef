import { createReadStream } from 'node:fs'
import { usage } from '../command/exit-codes.ts'

/** Reads a small file that an option names. @throws Failure usage */
export async function textOfOption(option: string, path: string): Promise<string> {
  try {
    return await textOfFile(path)
  } catch (error) {
    throw usage(`${option}: cannot read ${path} (${(error as NodeJS.ErrnoException).code})`)
  }
}

/** Reads the JSON of a small file that an option names. @throws Failure usage */
export async function jsonOfOption(option: string, path: string): Promise<unknown> {
  const text = await textOfOption(option, path)
  try {
    return JSON.parse(text)
  } catch {
    throw usage(`${option}: ${path} is not JSON`)
  }
}

/** Reads a small file. @throws the error of the file system; one with the code `EFBIG` for more than 16 MiB */
export async function textOfFile(path: string): Promise<string> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of createReadStream(path) as AsyncIterable<Buffer>) {
    bytes += piece.length
    // A device or a pipe may have no end.
    if (bytes > FILE_BYTES) throw Object.assign(new Error('too large'), { code: 'EFBIG' })
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString()
}

const FILE_BYTES = 16 * 1024 * 1024

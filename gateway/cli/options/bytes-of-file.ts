import { createReadStream } from 'node:fs'

/**
 * Reads a whole file that a person names. Refuses more than 32 MiB: a device, or a pipe, may have no end.
 *
 * @throws the error of the file system, or one with the code `EFBIG`
 */
export function bytesOfFile(path: string): Promise<Buffer> {
  return allBytes(createReadStream(path), FILE_BYTES)
}

/** Reads all of a stream, such as standard input. @throws an error with the code `EFBIG` for more than `most` bytes */
export async function allBytes(stream: AsyncIterable<Uint8Array>, most: number): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of stream) {
    bytes += piece.length
    if (bytes > most) throw Object.assign(new Error(`it has more than ${sizeOf(most)}`), { code: 'EFBIG' })
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

function sizeOf(bytes: number): string {
  return bytes >= MIB ? `${bytes / MIB} MiB` : `${bytes / 1024} KiB`
}

const MIB = 1024 * 1024
/** Three times the largest body of the API, as base64. */
const FILE_BYTES = 32 * MIB

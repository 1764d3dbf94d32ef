import { createReadStream } from 'node:fs'
import { byteLines } from '../../../services/kernel/byte-lines.ts'
import { UsageError } from '../errors/usage-error.ts'
import { unreadable } from './text-of-file.ts'

/**
 * Reads the lines of a file that an option names, as UTF-8, with or without a byte order mark. Only a piece of the file and a
 * line are in memory.
 *
 * @throws UsageError when it cannot be read, or has a line of more than 1 MiB
 */
export async function* linesOfFile(option: string, path: string): AsyncGenerator<string> {
  const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let number = 0
  try {
    for await (const lines of byteLines(createReadStream(path), LINE_BYTES))
      for (const line of lines) {
        number += 1
        if (line === undefined) throw new UsageError(`${option} ${path}: line ${number} is longer than 1 MiB`)
        const text = utf8.decode(line)
        yield number === 1 ? text.replace(/^\ufeff/, '') : text
      }
  } catch (error) {
    throw unreadable(error, option, path)
  }
}

const LINE_BYTES = 1024 * 1024

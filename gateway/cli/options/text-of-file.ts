import { readFile } from 'node:fs/promises'
import { UsageError } from '../usage-error.ts'

/** The text of a file that an option names, as UTF-8. @throws UsageError when it cannot be read */
export async function textOfFile(option: string, path: string): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await readFile(path))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const why =
      code === 'ENOENT'
        ? 'no such file'
        : code === 'ERR_ENCODING_INVALID_ENCODED_DATA'
          ? 'not UTF-8'
          : message
    throw new UsageError(`${option} ${path}: ${why}`)
  }
}

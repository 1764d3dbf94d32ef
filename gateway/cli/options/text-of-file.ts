import { UsageError } from '../errors/usage-error.ts'
import { bytesOfFile } from './bytes-of-file.ts'

/** Reads the text of a file that an option names, as UTF-8. @throws UsageError when it cannot be read, or has more than 32 MiB */
export async function textOfFile(option: string, path: string): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await bytesOfFile(path))
  } catch (error) {
    throw unreadable(error, option, path)
  }
}

/** Returns the error of a file that an option names and that cannot be read. */
export function unreadable(error: unknown, option: string, path: string): UsageError {
  if (error instanceof UsageError) return error
  const { code, message } = error as NodeJS.ErrnoException
  const why =
    code === 'ENOENT' ? 'no such file' : code === 'ERR_ENCODING_INVALID_ENCODED_DATA' ? 'not UTF-8' : message
  return new UsageError(`${option} ${path}: ${why}`)
}

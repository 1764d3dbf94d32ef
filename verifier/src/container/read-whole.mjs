import { Failure } from '../report/failure.mjs'

/** @import { Readable } from './package-file.mjs' */

/**
 * Reads the whole of a small file outside the package, and closes it.
 *
 * @param {Readable} file
 */
export function readWhole(file) {
  try {
    if (file.size > 16 * 1024 * 1024)
      throw new Failure('unreadable', 'larger than 16 MiB', { file: file.path })
    return file.read(0, file.size)
  } finally {
    file.close()
  }
}

import { writeSync } from 'node:fs'

/**
 * Writes the whole text. Returns false when writing fails, with the reason on standard error. A broken pipe is not an error: the
 * reader has read as much as it wanted, and the exit code is that of the report.
 *
 * @param {number} descriptor
 * @param {string} text
 */
export function write(descriptor, text) {
  const bytes = Buffer.from(text)
  for (let done = 0; done < bytes.length; ) {
    try {
      done += writeSync(descriptor, bytes, done)
    } catch (cause) {
      const { code } = /** @type {{ code?: string }} */ (cause)
      if (code === 'EPIPE') return true
      if (code !== 'EAGAIN') {
        process.stderr.write(`the report cannot be written: ${code}\n`)
        return false
      }
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
    }
  }
  return true
}

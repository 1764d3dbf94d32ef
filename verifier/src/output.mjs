import { writeSync } from 'node:fs'

/**
 * Writes the whole text. False when it cannot be written, with the reason on standard error. A reader that has gone away (a
 * broken pipe) has read what it wanted: the exit code is then that of the report.
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

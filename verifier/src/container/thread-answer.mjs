/**
 * Whether a message has the form of an answer of the second thread. Any other message means that the thread is broken.
 *
 * @param {any} message
 * @param {number} last the newest sequence
 */
export function isAnswered(message, last) {
  const { id, chunk } = Object(message)
  if (!Number.isInteger(id) || id < 1 || id > last) return false
  if (chunk === undefined) return true
  const { bytes, file, hashes } = Object(chunk)
  const isHashed = hashes === undefined || hashes instanceof Uint8Array
  return bytes instanceof Uint8Array && typeof file === 'string' && isHashed
}

/**
 * Whether a message is one of the second thread's. Where it is not, that thread is out of order.
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

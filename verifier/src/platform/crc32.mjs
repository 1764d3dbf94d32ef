/** V8 stores signed 32-bit integers as small integers. Unsigned ones do not fit and are several times slower. */
const CRC_TABLE = Int32Array.from({ length: 256 }, (_, n) => {
  let c = n
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1
  return c
})

/**
 * Returns the CRC-32 of RFC 1952 section 8, continued from `crc`. Access by index is several times as fast as the iterator.
 *
 * @param {Uint8Array} data
 * @param {number} crc
 */
export function crc32ByTable(data, crc) {
  let c = ~crc
  for (let at = 0; at < data.length; at++)
    c = /** @type {number} */ (CRC_TABLE[(c ^ /** @type {number} */ (data[at])) & 255]) ^ (c >>> 8)
  return ~c >>> 0
}

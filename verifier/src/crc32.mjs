const CRC_TABLE = Array.from({ length: 256 }, (_, n) => {
  let c = n
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1
  return c >>> 0
})

/**
 * CRC-32 as in RFC 1952 section 8, continued from `crc`.
 *
 * @param {Uint8Array} data
 * @param {number} crc
 */
export function crc32ByTable(data, crc) {
  let c = ~crc >>> 0
  for (const byte of data) c = /** @type {number} */ (CRC_TABLE[(c ^ byte) & 255]) ^ (c >>> 8)
  return ~c >>> 0
}

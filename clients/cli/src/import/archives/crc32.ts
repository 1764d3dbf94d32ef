const TABLE = Int32Array.from({ length: 256 }, (_, n) => {
  let c = n
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1
  return c
})

/** CRC-32 as in RFC 1952 section 8. Early versions of Node.js 20 have no `zlib.crc32`. */
export function crc32(data: Uint8Array): number {
  let c = -1
  for (let at = 0; at < data.length; at++) c = TABLE[(c ^ data[at]!) & 255]! ^ (c >>> 8)
  return ~c >>> 0
}

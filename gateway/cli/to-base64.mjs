// Uint8Array.prototype.toBase64 of ECMAScript 2026, which Node.js has from version 25 on. Protobuf-ES uses it if it is there when Protobuf-ES is
// loaded. Else it adds letter to letter: a file of 10 MiB in a JSON answer took 1.8 s of the event loop and 500 MiB.

if (!('toBase64' in Uint8Array.prototype))
  Object.defineProperty(Uint8Array.prototype, 'toBase64', {
    value: toBase64,
    writable: true,
    configurable: true,
  })

/**
 * @this {Uint8Array}
 * @param {{ alphabet?: 'base64' | 'base64url', omitPadding?: boolean }} [options]
 */
function toBase64(options) {
  const text = Buffer.from(this.buffer, this.byteOffset, this.byteLength).toString(
    options?.alphabet ?? 'base64',
  )
  // Buffer pads the one alphabet and not the other.
  const bare = text.replace(/={1,2}$/, '')
  return options?.omitPadding ? bare : bare.padEnd(4 * Math.ceil(bare.length / 4), '=')
}

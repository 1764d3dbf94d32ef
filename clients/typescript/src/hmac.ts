/** Computes HMAC-SHA256 over the concatenated parts with the Web Crypto API, which Node.js and browsers have. */
export async function hmacSha256(
  key: Uint8Array,
  ...parts: readonly (string | Uint8Array)[]
): Promise<Uint8Array> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const imported = await crypto.subtle.importKey('raw', key as Uint8Array<ArrayBuffer>, algorithm, false, [
    'sign',
  ])
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, joined(parts)))
}

/** Whether the bytes are the same. For arrays of the same length the time does not depend on where they differ. */
export function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  let difference = one.length ^ other.length
  for (let i = 0; i < one.length; i++) difference |= one[i]! ^ (other[i] ?? 0)
  return difference === 0
}

function joined(parts: readonly (string | Uint8Array)[]): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder()
  const bytes = parts.map((part) => (typeof part === 'string' ? encoder.encode(part) : part))
  const all = new Uint8Array(bytes.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of bytes) {
    all.set(part, at)
    at += part.length
  }
  return all
}

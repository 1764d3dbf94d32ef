/** Whether the browser can hash: over TLS or on this machine. */
export const canHash = (): boolean => globalThis.crypto?.subtle !== undefined

export async function sha256Hex(bytes: BufferSource): Promise<string> {
  return hex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
}

export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

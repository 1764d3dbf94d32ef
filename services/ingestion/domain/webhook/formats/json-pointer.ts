/**
 * Returns the reference tokens of a JSON Pointer (RFC 6901, the string form only), or null for any other text. Accepts at most
 * 1,000 characters and 64 tokens, since a body has no more levels.
 */
export function parsePointer(text: string): string[] | null {
  if (text.length > 1000 || /~(?![01])/.test(text)) return null
  if (text === '') return []
  if (!text.startsWith('/')) return null
  const tokens = text.slice(1).split('/')
  return tokens.length > 64 ? null : tokens.map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** Returns the value that a pointer refers to, by own properties and array elements only; undefined if there is none. */
export function resolvePointer(document: unknown, tokens: readonly string[]): unknown {
  let current = document
  for (const token of tokens) {
    if (typeof current !== 'object' || current === null) return undefined
    if (Array.isArray(current) && !/^(?:0|[1-9][0-9]{0,8})$/.test(token)) return undefined
    if (!Object.hasOwn(current, token)) return undefined
    current = (current as Record<string, unknown>)[token]
  }
  return current
}

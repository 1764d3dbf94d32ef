/**
 * Returns the first 1 KiB of a body as one line for people. Invalid UTF-8 becomes U+FFFD. Every character that could move a
 * cursor, break a line or turn the direction of writing becomes an escape.
 */
export function excerptOf(body: Uint8Array): string {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(body.subarray(0, EXCERPT_BYTES), {
    stream: true,
  })
  return text.replace(UNSAFE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

const EXCERPT_BYTES = 1024
/** Controls (Cc), line and paragraph separators, format characters (Cf): marks of direction, byte-order mark. */
const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}]|[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu

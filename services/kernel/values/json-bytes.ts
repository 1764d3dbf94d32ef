/** The bytes of JSON's tokens, of the marks in its strings, and of a space (RFC 8259 sections 2 and 7). */
export const QUOTE = 0x22
export const BACKSLASH = 0x5c
export const COLON = 0x3a
export const COMMA = 0x2c
export const OPEN_BRACE = 0x7b
export const CLOSE_BRACE = 0x7d
export const OPEN_BRACKET = 0x5b
export const CLOSE_BRACKET = 0x5d
export const SPACE = 0x20

/** Whether a byte is white space of JSON (RFC 8259 section 2). */
export function isWhiteSpace(byte: number | undefined): boolean {
  return byte === SPACE || byte === 0x09 || byte === 0x0a || byte === 0x0d
}

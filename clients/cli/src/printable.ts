/**
 * Text of others, safe on a terminal and in a log: control characters (C0, DEL, C1), bidirectional controls and
 * zero-width characters are written as `\u{…}`. Line breaks too: what is one line stays one.
 */
export function printable(text: string): string {
  return text.replace(INVISIBLE, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`)
}

/** Unicode categories Cc, Cf, Zl, Zp, and lone surrogates. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

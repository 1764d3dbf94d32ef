import { COMMAND } from '../../command/printable.ts'

/** Text for XML 1.0: escaped; what XML does not have (section 2.2, Char) becomes U+FFFD. A command of a runner is none. */
export function xml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\P{Cc}\u{7f}-\u{9f}]|[\ufffe\uffff]/gu, '\ufffd')
    .replace(/[&<>"'\n\r\t]/g, (character) => `&#${character.charCodeAt(0)};`)
    .replace(COMMAND, '&#35;')
}

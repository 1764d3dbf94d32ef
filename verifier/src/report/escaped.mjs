/**
 * Makes text from outside safe to show. Control characters, line ends, direction marks and characters without width are escaped.
 *
 * @param {string} text
 */
export function escaped(text) {
  return text.replace(
    /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu,
    (c) => `\\u{${/** @type {number} */ (c.codePointAt(0)).toString(16)}}`,
  )
}

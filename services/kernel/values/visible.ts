/** Whether a text has a visible character, that is, one that is not a space, a control or a character without width. */
export function hasVisibleCharacter(text: string): boolean {
  return SEEN.test(text)
}

const SEEN = /[^\p{White_Space}\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u

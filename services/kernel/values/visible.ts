/** Whether a text has a visible character: not only spaces, controls and characters without width. */
export function hasVisibleCharacter(text: string): boolean {
  return SEEN.test(text)
}

const SEEN = /[^\p{White_Space}\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u

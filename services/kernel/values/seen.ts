/** Whether a text has a character that a person sees: not only spaces, controls, and what has no width. */
export function isSeen(text: string): boolean {
  return SEEN.test(text)
}

const SEEN = /[^\p{White_Space}\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u

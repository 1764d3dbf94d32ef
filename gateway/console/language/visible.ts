/**
 * Returns text for people. Characters that are invisible, or that change the order of others (Unicode Standard Annex 9), are
 * replaced with their code points. Line breaks and tabs stay.
 */
export function visible(text: string): string {
  return text.replace(UNSEEN, (character) => {
    return `⟨U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}⟩`
  })
}

const UNSEEN =
  /(?![\n\t])\p{Cc}|[\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu

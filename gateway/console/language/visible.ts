/**
 * Returns text for people. Characters that are invisible, or that change the order of others (Unicode Standard Annex 9), are
 * replaced with their code points. Line breaks and tabs stay. So do single joiners where writing needs them (RFC 5892, Appendix A):
 * in emoji of several parts, and between letters of scripts that join; and single variation selectors that choose the form of the
 * picture, digit or ideograph before them.
 */
export function visible(text: string): string {
  return text.replace(UNSEEN, (character) => {
    return `⟨U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}⟩`
  })
}

/** A joiner in an emoji: after a picture or its skin tone, and before a picture. */
const IN_EMOJI =
  /(?<=\p{Extended_Pictographic}\ufe0f?|\p{Emoji_Modifier})\u200d(?=\p{Extended_Pictographic})/u
/** A joiner after a virama and before a letter of Devanagari, Bengali, Malayalam or Sinhala. */
const AFTER_VIRAMA =
  /(?<=[\u094d\u09cd\u0d4d\u0dca])[\u200c\u200d](?=[\u0904-\u0939\u0958-\u0961\u0972-\u097f\u0985-\u09b9\u09dc-\u09e1\u09f0\u09f1\u0d05-\u0d3a\u0d5f-\u0d61\u0d85-\u0dc6])/u
/** A non-joiner between two Arabic letters that would join otherwise: the first joins a next one, the second a previous one. */
const IN_ARABIC =
  /(?<=[\u0620\u0626\u0628\u062a-\u062e\u0633-\u063f\u0641-\u0647\u0649\u064a\u066e\u066f\u0678-\u0687\u069a-\u06bf\u06c1\u06c2\u06cc\u06ce\u06d0\u06d1\u06fa-\u06fc\u06ff]\p{Mn}*)\u200c(?=(?![\u0621\u0640\u0670\u0674\u06d4])[\u0620-\u064a\u066e-\u06d5\u06ee\u06ef\u06fa-\u06fc\u06ff])/u

/** A selector of the form of a picture, of the digit or mark in a keycap, or of an ideograph (Unicode Technical Standard 37). */
const OF_FORM =
  /(?<=\p{Extended_Pictographic})[\ufe0e\ufe0f]|(?<=[#*0-9])\ufe0f(?=\u20e3)|(?<=\p{Unified_Ideograph})[\ufe00-\ufe02\u{e0100}-\u{e01ef}]/u

const HIDDEN = /(?![\n\t])\p{Cc}|[\p{Default_Ignorable_Code_Point}\u2028-\u202e\ufff9-\ufffb]/u

const UNSEEN = new RegExp(
  `(?!${IN_EMOJI.source}|${AFTER_VIRAMA.source}|${IN_ARABIC.source}|${OF_FORM.source})(?:${HIDDEN.source})`,
  'gu',
)

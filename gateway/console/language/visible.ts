/** A letter that is written from right to left. */
export const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/**
 * Returns text for people. Characters that are invisible, or that change the order of others (Unicode Standard Annex 9), are
 * replaced with their code points. Line breaks and tabs stay. So do single joiners where writing needs them (RFC 5892, Appendix A):
 * in emoji of several parts, and between letters of scripts that join; single variation selectors that choose the form of the
 * picture, digit, ideograph or Mongolian letter before them; the three flags of tags; and a pair of isolates around letters from
 * right to left, which changes no order outside of it (isolated.ts).
 */
export function visible(text: string): string {
  return text.replace(UNSEEN, (found: string, inside: string | undefined) => {
    if (inside !== undefined) return `\u2068${visible(inside)}\u2069`
    return found.startsWith(FLAG) ? found : codePoint(found)
  })
}

/** Returns the code point of a character, as people read it. */
export function codePoint(character: string): string {
  return `⟨U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}⟩`
}

/** The black flag, with the tags of England, Scotland or Wales: the sequences that Unicode recommends (emoji-sequences.txt). */
const FLAG = '\u{1f3f4}'
const FLAG_OF_TAGS =
  /\u{1f3f4}\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}/u
/** A pair of isolates, with what is in it. */
const ISOLATED = new RegExp(
  `\u2068((?:(?!${RIGHT_TO_LEFT.source})[^\\n\u2066-\u2069])*${RIGHT_TO_LEFT.source}[^\\n\u2066-\u2069]*)\u2069`,
  'u',
)

/** A joiner in an emoji: after a picture or its skin tone, and before a picture. */
const IN_EMOJI =
  /(?<=\p{Extended_Pictographic}\ufe0f?|\p{Emoji_Modifier})\u200d(?=\p{Extended_Pictographic})/u
/** A joiner after a virama and before a letter of Devanagari, Bengali, Malayalam or Sinhala. */
const AFTER_VIRAMA =
  /(?<=[\u094d\u09cd\u0d4d\u0dca])[\u200c\u200d](?=[\u0904-\u0939\u0958-\u0961\u0972-\u097f\u0985-\u09b9\u09dc-\u09e1\u09f0\u09f1\u0d05-\u0d3a\u0d5f-\u0d61\u0d85-\u0dc6])/u
/** A non-joiner between two Arabic letters that would join otherwise: the first joins a next one, the second a previous one. */
const IN_ARABIC =
  /(?<=[\u0620\u0626\u0628\u062a-\u062e\u0633-\u063f\u0641-\u0647\u0649\u064a\u066e\u066f\u0678-\u0687\u069a-\u06bf\u06c1\u06c2\u06cc\u06ce\u06d0\u06d1\u06fa-\u06fc\u06ff]\p{Mn}*)\u200c(?=(?![\u0621\u0640\u0670\u0674\u06d4])[\u0620-\u064a\u066e-\u06d5\u06ee\u06ef\u06fa-\u06fc\u06ff])/u

/**
 * A selector of the form of a picture, of the digit or mark in a keycap, of an ideograph (Unicode Technical Standard 37), or of a
 * Mongolian letter, and the separator before a Mongolian vowel at the end of a word.
 */
const OF_FORM =
  /(?<=\p{Extended_Pictographic})[\ufe0e\ufe0f]|(?<=[#*0-9])\ufe0f(?=\u20e3)|(?<=\p{Unified_Ideograph})[\ufe00-\ufe02\u{e0100}-\u{e01ef}]|(?<=[\u1820-\u18aa])[\u180b-\u180d\u180f]|(?<=[\u1820-\u1842])\u180e(?=[\u1820\u1821](?![\u1820-\u18aa]))/u

const HIDDEN = /(?![\n\t])\p{Cc}|[\p{Default_Ignorable_Code_Point}\u2028-\u202e\ufff9-\ufffb]/u

const UNSEEN = new RegExp(
  `${FLAG_OF_TAGS.source}|${ISOLATED.source}|(?!${IN_EMOJI.source}|${AFTER_VIRAMA.source}|${IN_ARABIC.source}|${OF_FORM.source})(?:${HIDDEN.source})`,
  'gu',
)

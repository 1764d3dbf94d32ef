/**
 * Returns text for people. Characters that are invisible, or that change the order of others (Unicode Standard Annex 9), are
 * replaced with their code points. Line breaks and tabs stay. So do single joiners where writing needs them (RFC 5892, Appendix A):
 * in emoji of several parts, and between letters of scripts that join.
 */
export function visible(text: string): string {
  return text.replace(UNSEEN, (character) => {
    return `⟨U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}⟩`
  })
}

/** A joiner in an emoji: after a picture or its skin tone, and before a picture. */
const IN_EMOJI =
  /(?<=\p{Extended_Pictographic}\ufe0f?|\p{Emoji_Modifier})\u200d(?=\p{Extended_Pictographic})/u
/** A joiner after a virama: of Devanagari, Bengali, Malayalam, Sinhala. */
const AFTER_VIRAMA = /(?<=[\u094d\u09cd\u0d4d\u0dca])[\u200c\u200d](?=\p{L})/u
/** A non-joiner between two Arabic letters that would join otherwise: not after a letter that joins no next one. */
const IN_ARABIC =
  /(?<=(?![\u0621-\u0625\u0627\u0629\u062f-\u0632\u0648\u0671-\u0677\u0688-\u0699\u06c0\u06c3-\u06cb\u06cd\u06cf\u06d2-\u06d5])[\u0600-\u06ff])\u200c(?=(?!\u0621)[\u0620-\u06ff])/u

const HIDDEN =
  /(?![\n\t])\p{Cc}|[\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/u

const UNSEEN = new RegExp(
  `(?!${IN_EMOJI.source}|${AFTER_VIRAMA.source}|${IN_ARABIC.source})(?:${HIDDEN.source})`,
  'gu',
)

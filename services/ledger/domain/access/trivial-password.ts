/**
 * Whether a password can be guessed in a few attempts: it has leaked, is known about its owner, repeats such a text or a few
 * characters, or counts up or down. The check also covers the password without digits and signs at its ends, with digits and signs
 * read as letters, and without signs and spaces. The time is linear in its length.
 *
 * @param leaked passwords that leaked, in lower case
 * @param known what an attacker knows about the owner
 */
export function isTrivialPassword(password: string, leaked: ReadonlySet<string>, known: string[]): boolean {
  const text = unit(password.normalize('NFKC').toLowerCase())
  if (new Set(text).size < 5 || isRow(text)) return true
  const guessed = (one: string): boolean => leaked.has(one) || known.includes(one)
  const inner = core(text)
  const joined = text.replace(/[^\p{L}\p{N}]/gu, '')
  const bases = [text, inner, letters(text), letters(inner), core(letters(text)), joined]
  return bases.some((base) => base.length >= 4 && text.length - base.length <= MAX_ADDED && guessed(base))
}

/** The part that a text repeats, or the whole text. */
function unit(text: string): string {
  const period = (text + text).indexOf(text, 1)
  return text.slice(0, period)
}

/** Whether each character is the next, the previous or the same one as the character before it. */
function isRow(text: string): boolean {
  const step = text.charCodeAt(1) - text.charCodeAt(0)
  if (Math.abs(step) > 1) return false
  for (let i = 2; i < text.length; i++) if (text.charCodeAt(i) - text.charCodeAt(i - 1) !== step) return false
  return true
}

/** A text without the characters at its ends that are not letters. */
function core(text: string): string {
  const isLetter = (i: number): boolean => LETTER.test(text[i]!)
  let start = 0
  let end = text.length
  while (start < end && !isLetter(start)) start += 1
  while (end > start && !isLetter(end - 1)) end -= 1
  return text.slice(start, end)
}

/** A text with its digits and signs replaced by the letters that they resemble. */
function letters(text: string): string {
  return [...text].map((character) => LETTERS[character] ?? character).join('')
}

/** How many characters around a word still make it trivial: a year and a sign, twice a digit. */
const MAX_ADDED = 6

const LETTER = /\p{L}/u
const LETTERS: { [character: string]: string } = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

import type { DescEnum } from '@bufbuild/protobuf'
import { LANGUAGE, WORDS } from './language.ts'

/** Returns the word of an enum's value: `open` for `INCIDENT_STATUS_OPEN`. Empty for no value. */
export function wordOf(schema: DescEnum, value: number | undefined): string {
  if (value === undefined || value === 0) return ''
  const name = schema.value[value]?.name
  return name === undefined ? String(value) : name.slice((schema.sharedPrefix ?? '').length).toLowerCase()
}

/** Returns the word for people: `in progress` for `in_progress`, `NIS2` for `nis2`. */
export function readable(word: string): string {
  return WORDS[word] ?? word.replaceAll('_', ' ')
}

/** Returns the choices of an enum as `[value, label]`, without the unspecified value. */
export function choicesOf(schema: DescEnum, except: number[] = []): [string, string][] {
  return schema.values
    .filter(({ number }) => number !== 0 && !except.includes(number))
    .map(({ number }) => [String(number), capital(readable(wordOf(schema, number)))])
}

/** Returns the text with a capital first letter. A name such as `eIDAS` stays as it is. */
export const capital = (text: string): string =>
  /^\p{Ll}\p{Lu}/u.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1)

/** Returns the text of a message as a sentence: with a capital first letter, and a full stop where it has no end. */
export const sentence = (text: string): string => capital(text) + (/[.!?]$/.test(text) ? '' : '.')

/**
 * Returns a count with its noun: `plural(2, 'key')` is `2 keys`. For another language `one` has all its forms, in the order of
 * CATEGORIES.
 */
export function plural(
  count: number | bigint,
  one: string | readonly string[],
  more = typeof one === 'string' ? `${one}s` : '',
): string {
  const shown = Number(count).toLocaleString()
  if (typeof one === 'string') return `${shown} ${Number(count) === 1 ? one : more}`
  const rules = new Intl.PluralRules(LANGUAGE)
  const { pluralCategories } = rules.resolvedOptions()
  const forms = CATEGORIES.filter((category) => pluralCategories.includes(category))
  return `${shown} ${one[forms.indexOf(rules.select(Number(count)))] ?? one.at(-1)}`
}

const CATEGORIES = ['zero', 'one', 'two', 'few', 'many', 'other'] as const

/** Returns a type of records in words: `AI system` for one of `ai-systems`. */
export function recordWords(type: string, count: number): string {
  const words = type.replaceAll('-', ' ').replace(/^(?:ai|api) /, (word) => word.toUpperCase())
  return count === 1 ? words.replace(/ies$/, 'y').replace(/(?<!s)s$/, '') : words
}

/** Returns the lines of a text field, without empty ones. Does not split at commas, since a comma may be part of a name. */
export const linesOf = (text: string): string[] => partsOf(text, '\n')

/**
 * Returns the items of a text field, one per line or separated by commas: addresses, days, numbers. A line with a comma stays one
 * item where `recorded` has that line.
 */
export const listedOf = (text: string, recorded: readonly string[] = []): string[] =>
  linesOf(text).flatMap((line) => (recorded.includes(line) ? [line] : partsOf(line, ',')))

function partsOf(text: string, between: string | RegExp): string[] {
  return text
    .split(between)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

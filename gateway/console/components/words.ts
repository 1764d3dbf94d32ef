import type { DescEnum } from '@bufbuild/protobuf'
import { LANGUAGE, WORDS } from '../texts/language.ts'

/** The word of an enum's value: `INCIDENT_STATUS_OPEN` is `open`. Empty for none. */
export function wordOf(schema: DescEnum, value: number | undefined): string {
  if (value === undefined || value === 0) return ''
  const name = schema.value[value]?.name
  return name === undefined ? String(value) : name.slice((schema.sharedPrefix ?? '').length).toLowerCase()
}

/** The word for people: `in_progress` is `in progress`, `nis2` is `NIS2`. */
export function readable(word: string): string {
  return WORDS[word] ?? word.replaceAll('_', ' ')
}

/** The choices of an enum as `[value, label]`, without the unspecified one. */
export function choicesOf(schema: DescEnum, except: number[] = []): [string, string][] {
  return schema.values
    .filter(({ number }) => number !== 0 && !except.includes(number))
    .map(({ number }) => [String(number), capital(readable(wordOf(schema, number)))])
}

/** The text with a capital first letter. A name such as `eIDAS` keeps its own. */
export const capital = (text: string): string =>
  /^\p{Ll}\p{Lu}/u.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1)

/**
 * How many of something: `plural(2, 'key')` is `2 keys`. Another language gives the forms that it has, in the order of CATEGORIES.
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

/** A type of records in words: `ai-systems`, of one, is `AI system`. */
export function recordWords(type: string, count: number): string {
  const words = type.replaceAll('-', ' ').replace(/^(?:ai|api) /, (word) => word.toUpperCase())
  return count === 1 ? words.replace(/ies$/, 'y').replace(/(?<!s)s$/, '') : words
}

/** Lines of a text field, without empty ones. A comma may be part of a name. */
export const linesOf = (text: string): string[] => partsOf(text, '\n')

/**
 * The items of a text field, one a line or separated by commas: addresses, days, numbers. A line stays one item if `recorded` has
 * it with its comma.
 */
export const listedOf = (text: string, recorded: readonly string[] = []): string[] =>
  linesOf(text).flatMap((line) => (recorded.includes(line) ? [line] : partsOf(line, ',')))

function partsOf(text: string, between: string | RegExp): string[] {
  return text
    .split(between)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

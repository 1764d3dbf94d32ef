import { parseSearchWith, stringifySearchWith } from '@tanstack/react-router'

/**
 * The query of an address as texts by name, so that `q=1e5` stays what was typed. A parameter that is given more than once is all of its
 * texts, which no filter reads.
 */
export const parseSearch = (query: string): Search => texts(parseSearchWith(unquoted)(query))

/** Values of a query as texts. One that is undefined is not there. */
export const texts = (search: Record<string, unknown>): Search =>
  Object.fromEntries(
    Object.entries(search)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  )

/** The part of an address behind the question mark: texts by name. It has the filters, so that links keep them. */
type Search = { [name: string]: string | undefined }

export const stringifySearch = stringifySearchWith(String)

/** Links of earlier versions have quotes around a text that could be read as JSON: `severity="4"`. */
function unquoted(text: string): string {
  if (!/^".*"$/s.test(text)) return text
  try {
    const inner: unknown = JSON.parse(text)
    JSON.parse(String(inner))
    return String(inner)
  } catch {
    return text
  }
}

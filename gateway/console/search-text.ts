import { parseSearchWith, stringifySearchWith } from '@tanstack/react-router'

/**
 * Reads the query of an address as texts by name, so that `q=1e5` stays as it was typed. A parameter that is given more than once
 * becomes one text of all its values, which no filter accepts.
 */
export const parseSearch = (query: string): Search => texts(parseSearchWith(unquoted)(query))

/** Returns the values of a query as texts, without those that are undefined. */
export const texts = (search: Record<string, unknown>): Search =>
  Object.fromEntries(
    Object.entries(search)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  )

/** The part of an address after the question mark: texts by name. It has the filters, so that links keep them. */
type Search = { [name: string]: string | undefined }

export const stringifySearch = stringifySearchWith(String)

/** Removes the quotes that links of earlier versions have around a text that could be read as JSON: `severity="4"`. */
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

import type { IncomingMessage } from 'node:http'

/**
 * Returns the values of a header field (lower case), one for each received line. Node joins repeated lines with commas, or keeps
 * only the first.
 */
export function headerValues({ rawHeaders }: IncomingMessage, name: string): string[] {
  const values: string[] = []
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const given = rawHeaders[i]!
    if (given.length === name.length && given.toLowerCase() === name) values.push(rawHeaders[i + 1]!)
  }
  return values
}

/** Counts the lines of a request with this field name (lower case). */
export function headerLines(request: IncomingMessage, name: string): number {
  return headerValues(request, name).length
}

import type { IncomingMessage } from 'node:http'

/** The values of a header field (lower case), one a line as received: Node joins repeated lines with commas. */
export function headerValues({ rawHeaders }: IncomingMessage, name: string): string[] {
  const values: string[] = []
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const given = rawHeaders[i]!
    if (given.length === name.length && given.toLowerCase() === name) values.push(rawHeaders[i + 1]!)
  }
  return values
}

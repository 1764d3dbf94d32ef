import type { IncomingMessage } from 'node:http'

/** How many lines of a request bear this field name (lower case). Node keeps only the first of some of them. */
export function headerLines({ rawHeaders }: IncomingMessage, name: string): number {
  let lines = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const given = rawHeaders[i]!
    if (given.length === name.length && given.toLowerCase() === name) lines += 1
  }
  return lines
}

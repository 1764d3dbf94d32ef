import type { IncomingMessage } from 'node:http'

/** Counts the lines of a request with this field name (lower case). For some fields Node keeps only the first line. */
export function headerLines({ rawHeaders }: IncomingMessage, name: string): number {
  let lines = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const given = rawHeaders[i]!
    if (given.length === name.length && given.toLowerCase() === name) lines += 1
  }
  return lines
}

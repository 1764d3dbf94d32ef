import { expect } from 'vitest'
import { parsed } from './http.ts'

/** One exchange of a wire test: the request and the expected answer, as text with placeholders. */
type Exchange = { title: string; line: number; request: string[]; answer: string[] }

/**
 * Reads a wire test. `## ` starts an exchange, `> ` is a line of the request, `< ` a line of the answer; other lines
 * are for the reader.
 */
export function exchangesIn(text: string): Exchange[] {
  const exchanges: Exchange[] = []
  for (const [i, line] of text.split('\n').entries()) {
    const last = exchanges.at(-1)
    if (line.startsWith('## ')) exchanges.push({ title: line.slice(3), line: i + 1, request: [], answer: [] })
    else if (line.startsWith('>')) last!.request.push(line.slice(2))
    else if (line.startsWith('<')) last!.answer.push(line.slice(2))
  }
  return exchanges
}

/** Splits lines at the first empty one. Returns the first line, the header lines and the body text. */
export function messageOf(lines: string[]): { start: string; headers: [string, string][]; body: string } {
  const end = lines.indexOf('')
  const [start = '', ...rest] = end === -1 ? lines : lines.slice(0, end)
  const headers = rest.map((line): [string, string] => {
    const at = line.indexOf(':')
    return [line.slice(0, at), line.slice(at + 1).trim()]
  })
  return { start, headers, body: end === -1 ? '' : lines.slice(end + 1).join('\n') }
}

/** Replaces each `{name}` by its known value. */
function filled(text: string, known: Map<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => known.get(name) ?? whole)
}

/** Returns a request with its values filled in. @throws Error for a name without a value, as after an exchange that failed */
export function requestOf(lines: string[], known: Map<string, string>): ReturnType<typeof messageOf> {
  const text = lines.map((line) => filled(line, known))
  const unknown = text.join('\n').match(/\{\w+\}/)
  if (unknown !== null)
    throw new Error(`${unknown[0]} has no value: the exchange above that keeps it failed, or none does`)
  return messageOf(text)
}

/**
 * Compares a value with the written one. A written text may contain `{type}` (uuid7, time, integer, sha256, text), `{name:type}`,
 * which also keeps the value under that name, and `{name}`, a value kept before.
 */
export function expectLike(
  given: unknown,
  written: unknown,
  known: Map<string, string>,
  where: string,
): void {
  if (typeof written === 'string' && /\{[\w:]+\}/.test(written)) {
    const names: string[] = []
    const pattern = filled(written, known)
      .split(/(\{[\w:]+\})/)
      .map((part) => {
        const match = /^\{(?:(\w+):)?(\w+)\}$/.exec(part)
        if (match === null) return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
        const type = TYPES[match[2]!]
        if (type === undefined) throw new Error(`${where}: {${match[2]}} is neither known nor a type`)
        names.push(match[1] ?? '')
        return `(${type})`
      })
      .join('')
    const found = new RegExp(`^${pattern}$`, 's').exec(String(given))
    expect(found, `${where}: ${JSON.stringify(given)} is not like ${written}`).not.toBeNull()
    for (const [i, name] of names.entries()) if (name !== '') known.set(name, found![i + 1]!)
  } else if (typeof written === 'object' && written !== null) {
    expect(given, where).toBeTypeOf('object')
    expect(Object.keys(given as object).sort(), where).toEqual(Object.keys(written).sort())
    for (const [key, value] of Object.entries(written)) {
      expectLike((given as { [key: string]: unknown })[key], value, known, `${where}.${key}`)
    }
  } else {
    expect(given, where).toEqual(written)
  }
}

/** Returns a written body: JSON if it parses as JSON, else text. */
export function bodyOf(text: string): unknown {
  return parsed(text) ?? text
}

const TYPES: Record<string, string> = {
  uuid7: '[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}',
  time: '\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z',
  integer: '\\d+',
  text: '.+',
  sha256: '[0-9a-f]{64}',
}

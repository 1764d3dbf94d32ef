import type { RequestListener } from 'node:http'

/** How a server lies about a list, so that reading it might never end: the page that it answers to each request. */
export const ENDLESS: [string, (asked: number) => unknown][] = [
  ['one cursor again and again', () => ({ data: [], next_cursor: 'same' })],
  ['two cursors in turn', (asked) => ({ data: [{ name: 'x' }], next_cursor: String(asked % 2) })],
  ['an empty cursor', () => ({ data: [], next_cursor: '' })],
  ['no cursor', () => ({ data: [] })],
  ['a number in place of the cursor', (asked) => ({ data: [], next_cursor: asked })],
  ['a cursor of 2,000 characters', (asked) => ({ data: [], next_cursor: String(asked).padStart(2000, '0') })],
  ['no rows', () => ({ next_cursor: null })],
  ['a list in place of a page', () => []],
]

/** Answers one of these lies, and after twenty of them a true last page, so that no reader runs on. */
export function lying(answer: (asked: number) => unknown): RequestListener {
  let asked = 0
  return (_, response) =>
    response.end(JSON.stringify(asked++ < 20 ? answer(asked) : { data: [], next_cursor: null }))
}

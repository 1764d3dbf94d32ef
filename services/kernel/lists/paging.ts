import type { PageRequest } from '../../../proto/gen/attestry/common/v1/paging_pb.ts'
import { mapInTurns } from '../concurrency/event-loop.ts'
import { type DomainError, invalid } from '../errors/errors.ts'
import { isUuid } from '../values/ids.ts'
import { LIMITS } from '../values/limits.ts'
import { nextPart, type Part, type Place } from './part.ts'

/** A page to read: up to `limit` rows with ids below `before`, newest first. */
export type Page = { limit: number; before: string | undefined }

/** Reads a page request (docs/api.md 4.1.1). @throws DomainError VALIDATION for a malformed limit or cursor */
export function pageOf(request: PageRequest | undefined): Page {
  const cursor = request?.cursor ?? ''
  const limit = limitOf(request, LIMITS.page, LIMITS.defaultPage)
  if (cursor !== '' && !isUuid(cursor)) throw wrongCursor()
  return {
    limit,
    before: cursor === '' ? undefined : cursor.toLowerCase(),
  }
}

/** The number of rows of a page. @throws DomainError VALIDATION, naming the path in the request of every list */
export function limitOf(request: PageRequest | undefined, most: number, byDefault: number): number {
  const { limit = 0 } = request ?? {}
  if (limit < 0 || limit > most) throw invalid({ 'page.limit': [`must be from 1 to ${most}`] })
  return limit === 0 ? byDefault : limit
}

/** The error for a cursor that no earlier page has given. */
export function wrongCursor(): DomainError {
  return invalid({ 'page.cursor': ['must be the next_cursor of an earlier page'] })
}

/**
 * Reads one row more than the page holds, and returns the cursor of the next page: the id of the last row shown, or
 * empty when there is no more.
 */
export async function readPage<T>(
  page: Page,
  read: (limit: number, before: string | undefined) => Promise<T[]>,
  idOf: (row: T) => string,
): Promise<{ rows: T[]; nextCursor: string }> {
  return shownOf(page, await read(page.limit + 1, page.before), idOf)
}

/**
 * Reads a page like `readPage`, in parts. Each further part has a turn of the event loop of its own. A page of very large rows
 * ends at PAGE_BYTES, with the cursor of the next one. So does a page for which very many rows were read (`Part.after`).
 *
 * @param decode makes a row of the list from a row that was read
 * @param place of the call; a list that turns out to be large waits for others before it goes on
 * @throws ConnectError CANCELED or DEADLINE_EXCEEDED once the caller has left
 */
export async function readPageInParts<T extends { id: string }, R = string>(
  page: Page,
  read: (limit: number, before: string | undefined) => Promise<Part<R>>,
  decode: (row: R) => T,
  place: Place | undefined,
): Promise<{ rows: T[]; nextCursor: string }> {
  const found: T[] = []
  let bytes = 0
  for (;;) {
    const part = await read(page.limit + 1 - found.length, found.at(-1)?.id ?? page.before)
    found.push(...(await mapInTurns(part.rows, decode)))
    bytes += part.bytes
    if (part.isLast || found.length > page.limit) return shownOf(page, found, ({ id }) => id)
    if (part.after !== undefined) return { rows: found, nextCursor: part.after }
    if (bytes >= PAGE_BYTES) return { rows: found, nextCursor: found.at(-1)!.id }
    await nextPart(bytes, place)
  }
}

/** More than the largest page of small texts has; as many bytes as a filtered list reads for a page. */
const PAGE_BYTES = 32 * 1024 * 1024

function shownOf<T>(page: Page, found: T[], idOf: (row: T) => string): { rows: T[]; nextCursor: string } {
  const rows = found.slice(0, page.limit)
  const last = rows.at(-1)
  return { rows, nextCursor: found.length > page.limit && last !== undefined ? idOf(last) : '' }
}

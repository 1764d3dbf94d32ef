import type { PageRequest } from '../../../proto/gen/attestry/common/v1/paging_pb.ts'
import { invalid } from '../errors/errors.ts'
import { isUuid } from './ids.ts'
import { LIMITS } from './limits.ts'

/** A page to read: up to `limit` rows with ids below `before`, newest first. */
export type Page = { limit: number; before: string | undefined }

/** Reads a page request (docs/api.md 4.1.1). @throws DomainError VALIDATION for a malformed limit or cursor */
export function pageOf(request: PageRequest | undefined): Page {
  const { limit = 0, cursor = '' } = request ?? {}
  if (limit < 0 || limit > LIMITS.page) throw invalid({ limit: [`must be from 1 to ${LIMITS.page}`] })
  if (cursor !== '' && !isUuid(cursor))
    throw invalid({ cursor: ['must be the next_cursor of an earlier page'] })
  return {
    limit: limit === 0 ? LIMITS.defaultPage : limit,
    before: cursor === '' ? undefined : cursor.toLowerCase(),
  }
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
  const found = await read(page.limit + 1, page.before)
  const rows = found.slice(0, page.limit)
  const last = rows.at(-1)
  return { rows, nextCursor: found.length > page.limit && last !== undefined ? idOf(last) : '' }
}

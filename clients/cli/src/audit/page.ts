import { EXIT, Failure } from '../command/exit-codes.ts'
import type { Entry } from './entry.ts'

/** Consecutive entries of the log, and the place of the last one. */
export type Page = { entries: Entry[]; last: number }

/**
 * Reads an answer as the entries that follow a place, without a gap. A server MUST NOT be able to move a follower past entries
 * that the follower has not printed.
 *
 * @throws Failure the answer is not a page of the log, has a gap, or names another place to continue from
 */
export function pageOf(body: unknown, after: number): Page {
  const { data, last_leaf: last } = (body ?? {}) as { data?: unknown; last_leaf?: unknown }
  if (!Array.isArray(data) || !data.every(isEntry)) throw noPage('something other than a page of the log')
  const missing = data.findIndex(({ leaf_index: index }, i) => index !== after + 1 + i)
  const shown = after + data.length
  if (missing !== -1)
    throw noPage(`entries after ${after} of which ${after + 1 + missing} is not in its place`)
  if (last !== shown && !(last === null && data.length === 0))
    throw noPage(`entries up to ${shown}, but a different place to continue from`)
  return { entries: data, last: shown }
}

/** Whether a value has the fields of an entry that a follower reads. */
function isEntry(value: unknown): value is Entry {
  const { id, organization_id, operation, actor, details, receipts, incident_ids } = (value ??
    {}) as Partial<Entry>
  return (
    [id, organization_id, operation].every((text) => typeof text === 'string') &&
    [actor, details].every((part) => typeof part === 'object' && part !== null) &&
    Array.isArray(receipts) &&
    Array.isArray(incident_ids) &&
    incident_ids.every((one) => typeof one === 'string')
  )
}

function noPage(what: string): Failure {
  return new Failure(EXIT.unavailable, `the server answered ${what}`)
}

import { madeFrom } from '../audit/made-from.ts'
import type { Clock } from '../clock.ts'
import { notFound } from '../errors/errors.ts'
import type { Caller } from '../identity/caller.ts'
import { commitRecord, type RecordStore } from './record-store.ts'

/**
 * Reads the newest version of an object and commits the version that `change` makes from it. The audit entry has the hash of the
 * text of the version before.
 *
 * @param things their name in errors, their records, and how a record is read and written
 * @throws DomainError NOT_FOUND; CONFLICT when another call has changed it meanwhile; whatever `change` throws
 */
export async function commitNextVersion<Thing extends { id: string; version: number }>(
  things: Things<Thing>,
  { caller, clock }: { caller: Caller; clock: Clock },
  id: string,
  change: (current: Thing) => Thing,
): Promise<Thing> {
  const { name, store, records } = things
  const { organizationId } = caller
  const current = await store.current(organizationId, id)
  if (current === undefined) throw notFound(name)
  const next = change(records.read(current))
  const row = { id: next.id, version: next.version, text: records.write(organizationId, next) }
  await commitRecord(store, { caller, at: clock.now(), details: madeFrom(current) }, row)
  return next
}

type Things<Thing> = {
  name: string
  store: Pick<RecordStore, 'type' | 'append' | 'current'>
  records: { read(text: string): Thing; write(organizationId: string, thing: Thing): string }
}

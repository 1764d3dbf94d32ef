import type { Clock } from '../../../kernel/clock.ts'
import { array } from '../../../kernel/database/array-literal.ts'
import type { Database } from '../../../kernel/database/database.ts'
import { MIN_ID } from '../../../kernel/database/seek.ts'
import type { Log } from '../../../kernel/logging/log.ts'
import { type Due, queueDue } from './queue-due.ts'
import type { Reminder } from './queue-events.ts'

/** A kind of reminder. In each statement $1 to $4 are organizations, and for each the place after which its page begins. */
export type ReminderSource<Row extends Due> = {
  name: string
  /**
   * The next organizations by id with a channel that asks for such reminders. $1: the id after which they begin; $2: how many.
   */
  organizations: string
  /** The place at which the page of each organization ends; none for a last page. $5: the size of a page. */
  ends: string
  /** The reminders that are due in the page of each organization and not queued yet. $5: the size of a page. */
  due: string
  eventOf(row: Row): Reminder
}

/**
 * Looks for reminders, some organizations at a time, and a page of what may be due in each: an organization MUST NOT delay the
 * reminders of others. An organization with more than a page has its next page in the next pass.
 *
 * @returns a step, which returns whether the pass goes on. If an organization cannot be read or its reminders cannot be queued,
 * that is logged
 */
export function reminderPass<Row extends Due>(
  deps: { db: Database; clock: Clock; log: Log },
  source: ReminderSource<Row>,
  sizes: { organizations: number; page: number } = { organizations: 25, page: 500 },
): () => Promise<boolean> {
  const { db, log } = deps
  const { name } = source
  const places = new Map<string, Place>()
  let last = MIN_ID
  return async () => {
    const values = [last, sizes.organizations]
    const text = source.organizations
    const found = await db.query<{ org_id: string }>({ name: `${name}: organizations`, text, values })
    last = found.length < sizes.organizations ? MIN_ID : found.at(-1)!.org_id
    const organizations = found.map(({ org_id }) => org_id)
    if (organizations.length === 0) return false
    const from = new Map(organizations.map((id) => [id, places.get(id) ?? FIRST]))
    const rows = await look(from).catch(() => eachAlone(from))
    await queueDue(deps, rows, source.eventOf).catch((err) => log.warn({ err }, 'reminders were not queued'))
    return last !== MIN_ID
  }

  /**
   * Reads each organization separately, from the same places, so that one that cannot be read does not keep the others from being
   * read.
   */
  async function eachAlone(from: ReadonlyMap<string, Place>): Promise<Row[]> {
    const rows: Row[] = []
    for (const [id, place] of from)
      await look(new Map([[id, place]])).then(
        (found) => rows.push(...found),
        (err) => log.warn({ err, organization_id: id }, 'reminders were not read'),
      )
    return rows
  }

  async function look(from: ReadonlyMap<string, Place>): Promise<Row[]> {
    const starts = [...from.values()]
    const values = [
      array([...from.keys()]),
      starts.map(({ at }) => at),
      array(starts.map(({ id }) => id)),
      array(starts.map(({ nth }) => nth)),
      sizes.page,
    ]
    const ends = await db.query<Place & { org_id: string }>({
      name: `${name}: ends`,
      text: source.ends,
      values,
    })
    for (const id of from.keys()) places.delete(id)
    for (const { org_id, ...place } of ends) places.set(org_id, place)
    return db.query<Row>({ name, text: source.due, values })
  }
}

/** The end of a page: a time, and the order among rows of the same time. */
type Place = { at: string; id: string; nth: number }
const FIRST: Place = { at: '-infinity', id: MIN_ID, nth: -1 }

import type { PoolClient } from 'pg'
import { mintId } from '../../../kernel/values/ids.ts'
import { DIGEST_TITLES, type NotifiedEvent } from '../../domain/notifications/events.ts'

/** How many notifications may wait for one channel. Beyond that, one notification counts all further events of a kind. */
export const WAITING_EACH = 200

/**
 * Puts events into the outbox, once for each channel that subscribes to them, in the caller's transaction. Where many
 * wait for a channel already, one notification counts all further events of a kind.
 */
export async function queueEvents(
  client: PoolClient,
  organizationId: string,
  events: readonly NotifiedEvent[],
  at: Date,
): Promise<void> {
  if (events.length === 0) return
  const channels = await subscribed(client, organizationId)
  const single: Queued[] = []
  const together = new Map<string, { channelId: string; event: NotifiedEvent; count: number }>()
  for (const channel of channels) {
    for (const event of events) {
      if (!channel.events.includes(event.kind)) continue
      if (channel.waiting < WAITING_EACH) {
        channel.waiting += 1
        single.push({
          ...event,
          id: mintId(at),
          channelId: channel.id,
          userId: null,
          key: `${channel.id} ${event.key}`,
        })
        continue
      }
      const name = `${channel.id} ${event.kind}`
      const digest = together.get(name) ?? { channelId: channel.id, event, count: 0 }
      digest.count += 1
      together.set(name, digest)
    }
  }
  await insertQueued(client, organizationId, single)
  for (const digest of together.values()) await addToDigest(client, organizationId, digest, at)
}

/** What a reminder says. Its key is in the row that a query found. */
export type Reminder = Omit<NotifiedEvent, 'key'>

/** A new row of the outbox. */
export type Queued = NotifiedEvent & { id: string; channelId: string | null; userId: string | null }

/** Inserts rows into the outbox. @returns the ids of the new ones */
export async function insertQueued(
  client: Pick<PoolClient, 'query'>,
  organizationId: string,
  queued: readonly Queued[],
): Promise<string[]> {
  if (queued.length === 0) return []
  const { rows } = await client.query<{ id: string }>(INSERT, [
    organizationId,
    queued.map(({ id }) => id),
    queued.map(({ channelId }) => channelId),
    queued.map(({ userId }) => userId),
    queued.map(({ key }) => key),
    queued.map(({ kind }) => kind),
    queued.map(({ subjectId }) => subjectId),
    queued.map(({ title }) => title),
    queued.map(({ text }) => text),
    queued.map(({ data }) => JSON.stringify(data)),
  ])
  return rows.map(({ id }) => id)
}

async function subscribed(client: PoolClient, organizationId: string): Promise<Subscriber[]> {
  const { rows } = await client.query<{ id: string; events: string[]; waiting: string }>(CHANNELS, [
    organizationId,
  ])
  return rows.map(({ waiting, ...channel }) => ({ ...channel, waiting: Number(waiting) }))
}

async function addToDigest(
  client: PoolClient,
  organizationId: string,
  { channelId, event, count }: { channelId: string; event: NotifiedEvent; count: number },
  at: Date,
): Promise<void> {
  const added = await client.query(COUNT_UP, [organizationId, channelId, event.kind, count])
  if (added.rowCount !== 0) return
  const id = mintId(at)
  await client.query(DIGEST, [
    organizationId,
    id,
    channelId,
    `${channelId} digest ${id}`,
    event.kind,
    `Many at once: ${DIGEST_TITLES[event.kind]}`,
    'There are more than are sent one by one. attestry and the console list them.',
    count,
  ])
}

const CHANNELS = `select c.id, c.events, (
    select count(*) from ledger.notifications n
    where n.org_id = c.org_id and n.channel_id = c.id and n.state = 'waiting') as waiting
  from ledger.notification_channels c where c.org_id = $1 and c.deleted_at is null order by c.id`

const INSERT = `insert into ledger.notifications
    (org_id, id, channel_id, user_id, key, event, subject_id, title, text, data)
  select $1, id, channel_id, user_id, key, event, subject_id, title, text, data::json
  from unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::uuid[], $8::text[], $9::text[], $10::text[])
    as q (id, channel_id, user_id, key, event, subject_id, title, text, data)
  on conflict (org_id, key) do nothing returning id`

/** Counts only on a notification that was never tried and is not being delivered. */
const COUNT_UP = `update ledger.notifications set count = count + $4
  where org_id = $1 and channel_id = $2 and event = $3 and state = 'waiting' and is_digest and attempts = 0`

const DIGEST = `insert into ledger.notifications
    (org_id, id, channel_id, key, event, title, text, data, count, is_digest)
  values ($1, $2, $3, $4, $5, $6, $7, '{}', $8, true)`

type Subscriber = { id: string; events: string[]; waiting: number }

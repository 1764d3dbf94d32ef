import { type EntityManager, LockMode } from '@mikro-orm/postgresql'
import type { Call } from '../../../kernel/audit/call.ts'
import type { SealedSecret } from '../../../kernel/crypto/sealed-secrets.ts'
import { commitState, type StateRecord } from '../../../kernel/database/commit-state.ts'
import type { Database } from '../../../kernel/database/database.ts'
import { holdPerson } from '../../../kernel/database/hold-person.ts'
import { requireRecorded } from '../../../kernel/database/recorded.ts'
import { below } from '../../../kernel/database/seek.ts'
import { type Append, transact } from '../../../kernel/database/transact.ts'
import { DomainError, Reason } from '../../../kernel/errors/errors.ts'
import {
  type ChannelState,
  channelRecord,
  MAX_CHANNELS,
  SECRET_FIELDS,
} from '../../domain/notifications/channel.ts'
import type { NotificationRow } from '../../domain/notifications/notification.ts'
import { ChannelEntity } from '../entities/notification-channel.ts'
import { startReading, stopReading } from './reading.ts'
import { NOTIFICATION, notificationState } from './rows.ts'

/** The encrypted part of a channel; empty for an e-mail channel. */
export type SealedChannel = SealedSecret | undefined

/**
 * The channels: the current state is a row, and every version is a record. The row of a deleted channel stays, without secrets.
 */
export type ChannelStore = {
  page(
    organizationId: string,
    limit: number,
    options: { before: string | undefined; deleted: boolean },
  ): Promise<ChannelState[]>
  get(organizationId: string, id: string): Promise<ChannelState | undefined>
  /** The encrypted part of a channel that is not deleted. */
  sealed(organizationId: string, id: string): Promise<SealedChannel>
  /** @throws DomainError CONFLICT where the organization has too many already */
  create(call: Call, channel: ChannelState, sealed: SealedChannel): Promise<void>
  /**
   * Appends the next version; the encrypted part stays unless a new one is given.
   * @returns the new state, or undefined when there is no such channel, or it is deleted
   * @throws DomainError CONFLICT where the row differs from its record
   */
  update(
    call: Call,
    id: string,
    change: (channel: ChannelState) => ChannelState,
    sealed: SealedChannel,
  ): Promise<ChannelState | undefined>
  /** Deletes a channel, and cancels the notifications that wait for it. */
  delete(call: Call, id: string): Promise<ChannelState | undefined>
}

export function channelStore(db: Database): ChannelStore {
  return {
    page: (orgId, limit, { before, deleted }) =>
      db.orm.em
        .fork()
        .find(
          ChannelEntity,
          { orgId, ...below(before), ...(deleted ? {} : { deletedAt: null }) },
          { orderBy: { id: 'desc' }, limit },
        ),
    get: async (orgId, id) => (await db.orm.em.fork().findOne(ChannelEntity, { orgId, id })) ?? undefined,
    sealed: async (orgId, id) => {
      const [row] = await db.query<{ wrapped_key: Buffer | null; sealed_secret: Buffer | null }>({
        text: `select wrapped_key, sealed_secret from ledger.notification_channels
          where org_id = $1 and id = $2 and deleted_at is null`,
        values: [orgId, id],
      })
      if (!row?.wrapped_key || !row.sealed_secret) return undefined
      return { wrappedKey: row.wrapped_key, sealedSecret: row.sealed_secret }
    },
    create: (call, channel, sealed) =>
      transact(db, (em, append) => createChannel(em, append, { call, channel, sealed })),
    update: (call, id, change, sealed) =>
      transact(db, (em, append) => updateChannel(em, append, { call, id, change, sealed })),
    delete: (call, id) => transact(db, (em, append) => deleteChannel(em, append, { call, id })),
  }
}

async function createChannel(
  em: EntityManager,
  append: Append,
  { call, channel, sealed }: { call: Call; channel: ChannelState; sealed: SealedChannel },
): Promise<void> {
  await holdPerson(em, call)
  await startReading(em, channel.orgId)
  const active = await em.count(ChannelEntity, { orgId: channel.orgId, deletedAt: null })
  if (active >= MAX_CHANNELS)
    throw new DomainError(Reason.CONFLICT, `there are ${MAX_CHANNELS} channels already: delete one first`)
  em.create(ChannelEntity, { ...channel, ...sealed })
  await em.flush()
  await commitState(append, call, [channelState(channel, sealed ?? {})])
}

async function updateChannel(
  em: EntityManager,
  append: Append,
  update: {
    call: Call
    id: string
    change: (channel: ChannelState) => ChannelState
    sealed: SealedChannel
  },
): Promise<ChannelState | undefined> {
  const { call, id, change, sealed } = update
  await holdPerson(em, call)
  const row = await locked(em, call.caller.organizationId, id)
  if (row === null) return undefined
  // A new secret is not compared with the record, because it replaces the stored one.
  await requireRecorded(em, row.orgId, channelState(row, row), sealed === undefined ? [] : SECRET_FIELDS)
  em.assign(row, { ...change(row), ...sealed, version: row.version + 1 })
  await em.flush()
  await commitState(append, call, [channelState(row, row)])
  return row
}

async function deleteChannel(
  em: EntityManager,
  append: Append,
  { call, id }: { call: Call; id: string },
): Promise<ChannelState | undefined> {
  const orgId = call.caller.organizationId
  await holdPerson(em, call)
  const row = await locked(em, orgId, id)
  if (row === null) return undefined
  const deleted = { deletedAt: call.at, wrappedKey: null, sealedSecret: null }
  em.assign(row, { ...deleted, version: row.version + 1 })
  await em.flush()
  const cancelled = await em.execute<NotificationRow[]>(CANCEL, [orgId, id])
  if ((await em.count(ChannelEntity, { orgId, deletedAt: null })) === 0) await stopReading(em, orgId)
  await commitState(append, call, [channelState(row, row), ...cancelled.map(notificationState)])
  return row
}

function locked(em: EntityManager, orgId: string, id: string) {
  const lockMode = LockMode.PESSIMISTIC_WRITE
  return em.findOne(
    ChannelEntity,
    { orgId, id, deletedAt: null },
    { lockMode, populate: ['wrappedKey', 'sealedSecret'] },
  )
}

const CANCEL = `update ledger.notifications n
  set state = 'cancelled', settled_at = now(), lease = null, lease_until = null
  where org_id = ? and channel_id = ? and state = 'waiting' returning ${NOTIFICATION}`

function channelState(channel: ChannelState, stored: Parameters<typeof channelRecord>[1]): StateRecord {
  return {
    type: 'notification-channels',
    table: 'ledger.notification_channel_records',
    id: channel.id,
    version: channel.version,
    text: channelRecord(channel, stored),
  }
}

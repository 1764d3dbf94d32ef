import { create } from '@bufbuild/protobuf'
import {
  type Channel,
  type ChannelKind,
  ChannelKindSchema,
  ChannelSchema,
} from '../../../../proto/gen/attestry/ledger/v1/notifications_pb.ts'
import { sha256Hex } from '../../../kernel/crypto/digest.ts'
import { invalid } from '../../../kernel/errors/errors.ts'
import { recordCodec } from '../../../kernel/fields/record-codec.ts'
import { Checks } from '../../../kernel/values/checks.ts'
import { enumText } from '../../../kernel/values/enum-text.ts'
import { timestamp } from '../../../kernel/values/time.ts'
import { EVENTS } from './events.ts'

export const CHANNEL_KINDS = enumText<ChannelKind>(ChannelKindSchema)

/** The present state of a channel, without its encrypted parts. */
export type ChannelState = {
  orgId: string
  id: string
  name: string
  /** Its kind, as a word. */
  kind: string
  events: string[]
  recipients: string[]
  /** Scheme, host and port; empty for e-mail. */
  origin: string
  remindHours: number[]
  version: number
  createdAt: Date
  deletedAt?: Date | null
}

/** How many channels an organization may have. */
export const MAX_CHANNELS = 20

/** Hours before an obligation is due, where a channel does not say otherwise. */
export const REMIND_HOURS = [24, 8, 2]

/** Checks the fields that the kind of a channel needs, and that its events exist. @throws DomainError VALIDATION */
export function checkChannel(channel: ChannelState): void {
  const known: readonly string[] = EVENTS
  const isMail = channel.kind === 'email'
  new Checks()
    .that(
      channel.events.length > 0 && channel.events.every((event) => known.includes(event)),
      'events',
      `must be among ${EVENTS.join(', ')}`,
    )
    .that(
      isMail ? channel.recipients.length > 0 : channel.recipients.length === 0,
      'recipients',
      isMail ? 'must name at least one address' : 'are for e-mail channels only',
    )
    .done()
}

/** The channel with its lists as they are stored: each entry once, in one order. */
export function normalized(channel: ChannelState): ChannelState {
  return {
    ...channel,
    events: [...new Set(channel.events)].sort(),
    recipients: [...new Set(channel.recipients)],
    remindHours: [...new Set(channel.remindHours)].sort((a, b) => b - a),
  }
}

/**
 * The address of a channel that is called over HTTP. Whether its host may be called is decided when it is called.
 * @throws DomainError VALIDATION; the message never holds the address
 */
export function channelUrl(text: string): URL {
  const problem = urlProblem(text)
  if (problem !== undefined) throw invalid({ url: [problem] })
  return new URL(text)
}

function urlProblem(text: string): string | undefined {
  if (text === '') return 'is required'
  if (!URL.canParse(text)) return 'must be a URL'
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') return 'must not hold a user or password'
  if (url.protocol === 'https:') return undefined
  if (url.protocol === 'http:' && isLoopbackName(url.hostname)) return undefined
  return 'must be https (http only to loopback)'
}

/** Names and addresses that always mean this machine. */
function isLoopbackName(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname)
}

export function channelMessage(channel: ChannelState): Channel {
  const { id, name, events, recipients, origin, remindHours, version, deletedAt } = channel
  return create(ChannelSchema, {
    id,
    name,
    events,
    recipients,
    origin,
    remindHours,
    version,
    kind: CHANNEL_KINDS.value(channel.kind),
    status: deletedAt == null ? 'active' : 'deleted',
    createdAt: timestamp(channel.createdAt),
    ...(deletedAt == null ? {} : { deletedAt: timestamp(deletedAt) }),
  })
}

/**
 * The record of a version of a channel. It MUST NOT hold the channel's address or secret, sealed or not. It has the SHA-256 of
 * what is stored, so that verification finds an address that was replaced.
 */
export function channelRecord(
  channel: ChannelState,
  stored: { wrappedKey?: Uint8Array | null; sealedSecret?: Uint8Array | null },
): string {
  const digest = (bytes: Uint8Array | null | undefined): string =>
    bytes == null ? 'null' : `"${sha256Hex(bytes)}"`
  return channelRecords.write(channel.orgId, channelMessage(channel), {
    wrapped_key_sha256: digest(stored.wrappedKey),
    sealed_secret_sha256: digest(stored.sealedSecret),
  })
}

/** The fields of a channel's record that depend on its secret. */
export const SECRET_FIELDS = ['wrapped_key_sha256', 'sealed_secret_sha256'] as const

const channelRecords = recordCodec(ChannelSchema, SECRET_FIELDS)

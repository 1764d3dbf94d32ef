import type { MethodImpl } from '@connectrpc/connect'
import type { NotificationService } from '../../../../proto/gen/attestry/ledger/v1/notifications_pb.ts'
import { invalid } from '../../../kernel/errors/errors.ts'
import { callerOf } from '../../../kernel/identity/caller.ts'
import { mintId } from '../../../kernel/values/ids.ts'
import {
  CHANNEL_KINDS,
  type ChannelState,
  channelMessage,
  channelUrl,
  checkChannel,
  normalized,
  REMIND_HOURS,
} from '../../domain/notifications/channel.ts'
import { EVENTS } from '../../domain/notifications/events.ts'
import { mintSigningSecret } from '../../notifications/channel-secrets.ts'
import type { NotificationContext } from '../../notifications/context.ts'

/** NotificationService.CreateChannel (docs/notifications.md) */
export function createChannel(
  ctx: Pick<NotificationContext, 'channels' | 'secrets' | 'clock'>,
): MethodImpl<typeof NotificationService.method.createChannel> {
  return async (request, context) => {
    const call = { caller: callerOf(context), at: ctx.clock.now() }
    const kind = CHANNEL_KINDS.word(request.kind)
    const isMail = kind === 'email'
    if (isMail && request.url !== '') throw invalid({ url: ['must not be given for an e-mail channel'] })
    const url = isMail ? undefined : channelUrl(request.url)
    const channel: ChannelState = normalized({
      orgId: call.caller.organizationId,
      id: mintId(call.at),
      name: request.name,
      kind,
      events: request.events.length === 0 ? [...EVENTS] : request.events,
      recipients: request.recipients,
      origin: url?.origin ?? '',
      remindHours: request.remindHours.length === 0 ? REMIND_HOURS : request.remindHours,
      version: 1,
      createdAt: call.at,
    })
    checkChannel(channel)
    const signing = kind === 'webhook' ? mintSigningSecret() : undefined
    const sealed =
      url &&
      (await ctx.secrets.seal(channel, { url: url.href, ...(signing === undefined ? {} : { signing }) }))
    await ctx.channels.create(call, channel, sealed)
    return { channel: channelMessage(channel), secret: signing ?? '' }
  }
}

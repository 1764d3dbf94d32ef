import type { MethodImpl } from '@connectrpc/connect'
import type { NotificationService } from '../../../../proto/gen/attestry/ledger/v1/notifications_pb.ts'
import { invalid, notFound } from '../../../kernel/errors/errors.ts'
import { requireVersionIfNamed } from '../../../kernel/errors/expected-version.ts'
import { callerOf } from '../../../kernel/identity/caller.ts'
import {
  type ChannelState,
  channelMessage,
  channelUrl,
  checkChannel,
  normalized,
} from '../../domain/notifications/channel.ts'
import type { NotificationContext } from '../../notifications/context.ts'
import type { SealedChannel } from '../../store/notifications/channels.ts'

type Updating = Pick<NotificationContext, 'channels' | 'secrets' | 'clock'>

/** NotificationService.UpdateChannel (docs/notifications.md) */
export function updateChannel(ctx: Updating): MethodImpl<typeof NotificationService.method.updateChannel> {
  return async (request, context) => {
    const call = { caller: callerOf(context), at: ctx.clock.now() }
    const { id } = request
    const url = request.url === undefined ? undefined : channelUrl(request.url)
    const change = (channel: ChannelState): ChannelState => {
      requireVersionIfNamed('channel', channel, request.expectedVersion)
      const changed = normalized({
        ...channel,
        name: request.name ?? channel.name,
        events: request.events?.values ?? channel.events,
        recipients: request.recipients?.values ?? channel.recipients,
        origin: url?.origin ?? channel.origin,
        remindHours: request.remindHours?.values ?? channel.remindHours,
      })
      checkChannel(changed)
      return changed
    }
    const sealed = url && (await resealed(ctx, call.caller.organizationId, id, url, change))
    const channel = await ctx.channels.update(call, id, change, sealed)
    if (channel === undefined) throw notFound('channel')
    return { channel: channelMessage(channel) }
  }
}

/**
 * Seals another address with the same signing secret. The key service is called before the transaction, and only for a change
 * that is not refused.
 */
async function resealed(
  ctx: Updating,
  orgId: string,
  id: string,
  url: URL,
  change: (channel: ChannelState) => ChannelState,
): Promise<SealedChannel> {
  const channel = await ctx.channels.get(orgId, id)
  if (channel === undefined || channel.deletedAt != null) throw notFound('channel')
  if (channel.kind === 'email') throw invalid({ url: ['must not be given for an e-mail channel'] })
  change(channel)
  const sealed = await ctx.channels.sealed(orgId, id)
  const secret = sealed && (await ctx.secrets.open(channel, sealed))
  return ctx.secrets.seal(channel, { ...secret, url: url.href })
}

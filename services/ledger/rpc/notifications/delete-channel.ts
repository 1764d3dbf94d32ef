import type { MethodImpl } from '@connectrpc/connect'
import type { NotificationService } from '../../../../proto/gen/attestry/ledger/v1/notifications_pb.ts'
import { notFound } from '../../../kernel/errors/errors.ts'
import { callerOf } from '../../../kernel/identity/caller.ts'
import { channelMessage } from '../../domain/notifications/channel.ts'
import type { NotificationContext } from '../../notifications/context.ts'

/** NotificationService.DeleteChannel (docs/notifications.md) */
export function deleteChannel(
  ctx: Pick<NotificationContext, 'channels' | 'clock'>,
): MethodImpl<typeof NotificationService.method.deleteChannel> {
  return async (request, context) => {
    const call = { caller: callerOf(context), at: ctx.clock.now() }
    const channel = await ctx.channels.delete(call, request.id)
    if (channel === undefined) throw notFound('channel')
    return { channel: channelMessage(channel) }
  }
}

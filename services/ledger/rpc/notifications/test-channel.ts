import type { MethodImpl } from '@connectrpc/connect'
import type { NotificationService } from '../../../../proto/gen/attestry/ledger/v1/notifications_pb.ts'
import { notFound } from '../../../kernel/errors/errors.ts'
import { callerOf } from '../../../kernel/identity/caller.ts'
import { mintId } from '../../../kernel/values/ids.ts'
import { notificationMessage } from '../../domain/notifications/notification.ts'
import type { NotificationContext } from '../../notifications/context.ts'

/** NotificationService.TestChannel (docs/notifications.md) */
export function testChannel(
  ctx: Pick<NotificationContext, 'notifications' | 'clock'>,
): MethodImpl<typeof NotificationService.method.testChannel> {
  return async (request, context) => {
    const call = { caller: callerOf(context), at: ctx.clock.now() }
    const channelId = request.id
    const id = mintId(call.at)
    const row = await ctx.notifications.queueTest(call, id, channelId, (name) => ({
      kind: 'channel.test',
      subjectId: channelId,
      title: `Attestry: test of the channel “${name}”`,
      text: 'A person asked for this message. Nothing has happened.',
      data: { channel_id: channelId },
      key: `${channelId} channel.test ${id}`,
    }))
    if (row === undefined) throw notFound('channel')
    return { notification: notificationMessage(row) }
  }
}

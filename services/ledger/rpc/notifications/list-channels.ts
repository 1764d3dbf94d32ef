import type { MethodImpl } from '@connectrpc/connect'
import type { NotificationService } from '../../../../proto/gen/attestry/ledger/v1/notifications_pb.ts'
import { callerOf } from '../../../kernel/identity/caller.ts'
import { pageOf, readPage } from '../../../kernel/lists/paging.ts'
import { channelMessage } from '../../domain/notifications/channel.ts'
import type { NotificationContext } from '../../notifications/context.ts'

/** NotificationService.ListChannels */
export function listChannels(
  ctx: Pick<NotificationContext, 'channels'>,
): MethodImpl<typeof NotificationService.method.listChannels> {
  return async ({ page, deleted }, context) => {
    const { organizationId } = callerOf(context)
    const read = (limit: number, before: string | undefined) =>
      ctx.channels.page(organizationId, limit, { before, deleted })
    const { rows, nextCursor } = await readPage(pageOf(page), read, ({ id }) => id)
    return { channels: rows.map(channelMessage), nextCursor }
  }
}

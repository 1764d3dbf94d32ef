import type { MethodImpl } from '@connectrpc/connect'
import type { NotificationService } from '../../../../proto/gen/attestry/ledger/v1/notifications_pb.ts'
import { notFound } from '../../../kernel/errors/errors.ts'
import { callerOf } from '../../../kernel/identity/caller.ts'
import { notificationMessage } from '../../domain/notifications/notification.ts'
import type { NotificationContext } from '../../notifications/context.ts'

/** NotificationService.GetNotification */
export function getNotification(
  ctx: Pick<NotificationContext, 'notifications'>,
): MethodImpl<typeof NotificationService.method.getNotification> {
  return async (request, context) => {
    const row = await ctx.notifications.get(callerOf(context).organizationId, request.id)
    if (row === undefined) throw notFound('notification')
    return { notification: notificationMessage(row) }
  }
}

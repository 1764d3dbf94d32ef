import type { MethodImpl } from '@connectrpc/connect'
import {
  type NotificationService,
  NotificationState,
} from '../../../../proto/gen/attestry/ledger/v1/notifications_pb.ts'
import { callerOf } from '../../../kernel/identity/caller.ts'
import { pageOf, readPage } from '../../../kernel/lists/paging.ts'
import { NOTIFICATION_STATES, notificationMessage } from '../../domain/notifications/notification.ts'
import type { NotificationContext } from '../../notifications/context.ts'

/** NotificationService.ListNotifications */
export function listNotifications(
  ctx: Pick<NotificationContext, 'notifications'>,
): MethodImpl<typeof NotificationService.method.listNotifications> {
  return async (request, context) => {
    const { organizationId } = callerOf(context)
    const channelId = request.channelId || undefined
    const subjectId = request.subjectId || undefined
    const state = stateWord(request.state)
    const read = (limit: number, before: string | undefined) =>
      ctx.notifications.page(organizationId, { limit, before, channelId, subjectId, state })
    const { rows, nextCursor } = await readPage(pageOf(request.page), read, ({ id }) => id)
    return { notifications: rows.map(notificationMessage), nextCursor }
  }
}

function stateWord(state: NotificationState): string | undefined {
  if (state === NotificationState.UNSPECIFIED) return undefined
  return NOTIFICATION_STATES.word(state)
}

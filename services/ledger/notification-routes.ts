import { NotificationService } from '../../proto/gen/attestry/ledger/v1/notifications_pb.ts'
import type { RouteSink } from '../kernel/transport/routes.ts'
import type { NotificationContext } from './notifications/context.ts'
import { announceDeprecation } from './rpc/notifications/announce-deprecation.ts'
import { createChannel } from './rpc/notifications/create-channel.ts'
import { deleteChannel } from './rpc/notifications/delete-channel.ts'
import { getNotification } from './rpc/notifications/get-notification.ts'
import { listChannels } from './rpc/notifications/list-channels.ts'
import { listNotifications } from './rpc/notifications/list-notifications.ts'
import { testChannel } from './rpc/notifications/test-channel.ts'
import { updateChannel } from './rpc/notifications/update-channel.ts'

/** The Connect service of notifications. */
export function notificationRoutes(sink: RouteSink, ctx: NotificationContext): void {
  sink.service(NotificationService, {
    createChannel: createChannel(ctx),
    listChannels: listChannels(ctx),
    updateChannel: updateChannel(ctx),
    testChannel: testChannel(ctx),
    deleteChannel: deleteChannel(ctx),
    listNotifications: listNotifications(ctx),
    getNotification: getNotification(ctx),
    announceDeprecation: announceDeprecation(ctx),
  })
}

import { NotificationService } from '../../proto/gen/attestry/ledger/v1/notifications_pb.ts'
import type { RouteSink } from '../kernel/transport/routes.ts'
import type { NotificationContext } from './notifications/context.ts'
import { announceDeprecation } from './rpc/announce-deprecation.ts'
import { createChannel } from './rpc/create-channel.ts'
import { deleteChannel } from './rpc/delete-channel.ts'
import { getNotification } from './rpc/get-notification.ts'
import { listChannels } from './rpc/list-channels.ts'
import { listNotifications } from './rpc/list-notifications.ts'
import { testChannel } from './rpc/test-channel.ts'
import { updateChannel } from './rpc/update-channel.ts'

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

import { create } from '@bufbuild/protobuf'
import type { MethodImpl } from '@connectrpc/connect'
import {
  ApiDeprecationSchema,
  type NotificationService,
} from '../../../../proto/gen/attestry/ledger/v1/notifications_pb.ts'
import { DomainError, Reason } from '../../../kernel/errors/errors.ts'
import { callerOf } from '../../../kernel/identity/caller.ts'
import { mintId } from '../../../kernel/values/ids.ts'
import { timestamp } from '../../../kernel/values/time.ts'
import { checkDeprecation, deprecationEvent } from '../../domain/notifications/deprecation.ts'
import type { NotificationContext } from '../../notifications/context.ts'

/** NotificationService.AnnounceDeprecation (docs/api.md 9, docs/notifications.md) */
export function announceDeprecation(
  ctx: Pick<NotificationContext, 'deprecations' | 'clock' | 'cfg'>,
): MethodImpl<typeof NotificationService.method.announceDeprecation> {
  return async (request, context) => {
    const call = { caller: callerOf(context), at: ctx.clock.now() }
    checkDeprecation(request, call.at)
    if (ctx.cfg.mail === undefined)
      throw new DomainError(Reason.CONFLICT, 'no e-mail can be sent: ATTESTRY_SMTP_URL is not set')
    const { apiVersion, deprecatedAt, sunsetAt, link } = request
    const deprecation = create(ApiDeprecationSchema, {
      id: mintId(call.at),
      apiVersion,
      link,
      announcedAt: timestamp(call.at),
      deprecatedAt: deprecatedAt!,
      sunsetAt: sunsetAt!,
    })
    const queued = await ctx.deprecations.announce(call, deprecation, deprecationEvent(deprecation))
    return { deprecation, queued }
  }
}

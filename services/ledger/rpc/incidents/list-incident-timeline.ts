import { create } from '@bufbuild/protobuf'
import type { MethodImpl } from '@connectrpc/connect'
import {
  type IncidentService,
  type IncidentTimelineEntry,
  IncidentTimelineEntrySchema,
} from '../../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { listPlaceKey } from '../../../kernel/concurrency/list-places.ts'
import { notFound } from '../../../kernel/errors/errors.ts'
import { callerOf } from '../../../kernel/identity/caller.ts'
import { pageOf, readPageInParts } from '../../../kernel/lists/paging.ts'
import type { LedgerContext } from '../../context.ts'
import { notificationMessage } from '../../domain/notifications/notification.ts'
import { type TimelineRow, timelineEntries } from '../../domain/timeline.ts'

/** IncidentService.ListIncidentTimeline */
export function listIncidentTimeline(
  ctx: Pick<LedgerContext, 'incidents' | 'timeline'>,
): MethodImpl<typeof IncidentService.method.listIncidentTimeline> {
  return async (request, context) => {
    const { organizationId } = callerOf(context)
    const { id } = request
    if ((await ctx.incidents.current(organizationId, id)) === undefined) throw notFound('incident')
    const page = pageOf(request.page)
    const { rows, nextCursor } = await readPageInParts(
      page,
      (limit, before) => ctx.timeline.page(organizationId, id, limit, before),
      (row) => ({ id: row.entryId, entries: messagesOf(row) }),
      context.values.get(listPlaceKey),
    )
    const entries = rows.flatMap((row) => row.entries)
    const waiting = page.before === undefined ? await ctx.timeline.waiting(organizationId, id) : []
    return { entries, nextCursor, waiting: waiting.map(notificationMessage) }
  }
}

function messagesOf(row: TimelineRow): IncidentTimelineEntry[] {
  return timelineEntries(row).map((entry) => create(IncidentTimelineEntrySchema, entry))
}

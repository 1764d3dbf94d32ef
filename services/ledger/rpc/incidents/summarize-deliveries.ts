import type { MethodImpl } from '@connectrpc/connect'
import type { IncidentService } from '../../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { callerOf } from '../../../kernel/identity/caller.ts'
import type { LedgerContext } from '../../context.ts'
import { DELIVERY_OUTCOMES } from '../../domain/delivery.ts'

/** IncidentService.SummarizeDeliveries */
export function summarizeDeliveries(
  ctx: Pick<LedgerContext, 'deliveries'>,
): MethodImpl<typeof IncidentService.method.summarizeDeliveries> {
  return async ({ endpointId }, context) => {
    const { organizationId } = callerOf(context)
    const days = await ctx.deliveries.byDay(organizationId, endpointId, MAX_READ)
    const counted = DELIVERY_OUTCOMES.flatMap((outcome) => days.map((day) => day[outcome])).reduce(
      (sum, count) => sum + count,
      0,
    )
    return { days, more: counted === MAX_READ }
  }
}

const MAX_READ = 2000

import type { MethodImpl } from '@connectrpc/connect'
import type { IncidentService } from '../../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { callerOf } from '../../../kernel/identity/caller.ts'
import type { LedgerContext } from '../../context.ts'
import { weeksAround } from '../../domain/weeks.ts'

/** IncidentService.SummarizeWeeks */
export function summarizeWeeks(
  ctx: Pick<LedgerContext, 'lists' | 'incidentWork' | 'clock'>,
): MethodImpl<typeof IncidentService.method.summarizeWeeks> {
  return async (_, context) => {
    const { organizationId } = callerOf(context)
    const now = ctx.clock.now()
    const { mondays, from, until } = weeksAround(now)
    const detected = await ctx.lists.incidentsByWeek(organizationId, { from, until, most: MOST })
    const reports = await ctx.incidentWork.byWeek(organizationId, { from, until, now, most: MOST })
    const weeks = mondays.map((monday) => ({
      monday,
      detected: 0,
      significant: 0,
      filed: 0,
      filedLate: 0,
      overdue: 0,
      due: 0,
    }))
    for (const { week, rows, significant } of detected)
      Object.assign(weeks[week]!, { detected: rows, significant })
    for (const { week, state, rows } of reports) weeks[week]![state] = rows
    return { weeks, more: sumOf(detected) >= MOST || sumOf(reports) >= MOST }
  }
}

function sumOf(groups: readonly { rows: number }[]): number {
  return groups.reduce((sum, { rows }) => sum + rows, 0)
}

const MOST = 50_000

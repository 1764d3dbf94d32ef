import type { MethodImpl } from '@connectrpc/connect'
import type { ObligationService } from '../../../../proto/gen/attestry/ledger/v1/obligations_pb.ts'
import { callerOf } from '../../../kernel/identity/caller.ts'
import type { LedgerContext } from '../../context.ts'
import { settingsMessage } from '../../domain/incidents/reporting-settings.ts'

/** ObligationService.GetReportingSettings */
export function getReportingSettings(
  ctx: Pick<LedgerContext, 'incidentWork'>,
): MethodImpl<typeof ObligationService.method.getReportingSettings> {
  return async (_, context) => {
    const settings = await ctx.incidentWork.settings(callerOf(context).organizationId)
    return { settings: settingsMessage(settings) }
  }
}

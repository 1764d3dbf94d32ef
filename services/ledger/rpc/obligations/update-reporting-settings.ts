import type { MethodImpl } from '@connectrpc/connect'
import type { ObligationService } from '../../../../proto/gen/attestry/ledger/v1/obligations_pb.ts'
import { DomainError, Reason } from '../../../kernel/errors/errors.ts'
import { callerOf } from '../../../kernel/identity/caller.ts'
import type { LedgerContext } from '../../context.ts'
import { nextSettings, settingsMessage } from '../../domain/incidents/reporting-settings.ts'

/** ObligationService.UpdateReportingSettings */
export function updateReportingSettings(
  ctx: Pick<LedgerContext, 'incidentWork' | 'clock'>,
): MethodImpl<typeof ObligationService.method.updateReportingSettings> {
  return async (request, context) => {
    const asked = request.settings!
    const next = nextSettings(asked)
    const call = { caller: callerOf(context), at: ctx.clock.now() }
    const settings = await ctx.incidentWork.updateSettings(call, ({ version }) => {
      if (version === asked.version) return next
      const message = `the settings are at version ${version}, not ${asked.version}: read them again`
      throw new DomainError(Reason.CONFLICT, message, { details: { current_version: version } })
    })
    return { settings: settingsMessage(settings) }
  }
}

import type { MethodImpl } from '@connectrpc/connect'
import type { IncidentService } from '../../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { notFound } from '../../../kernel/errors/errors.ts'
import { callerOf } from '../../../kernel/identity/caller.ts'
import type { LedgerContext } from '../../context.ts'
import { incidentRecords } from '../../domain/incidents/incident.ts'
import { obligationMessages } from '../../domain/incidents/obligation-messages.ts'

/** IncidentService.GetIncident */
export function getIncident(
  ctx: Pick<LedgerContext, 'incidents' | 'incidentWork' | 'clock'>,
): MethodImpl<typeof IncidentService.method.getIncident> {
  return async (request, context) => {
    const { organizationId } = callerOf(context)
    const { id } = request
    const texts = await ctx.incidents.versions(organizationId, id)
    const versions = texts.map(incidentRecords.read)
    const incident = versions[0]
    if (incident === undefined) throw notFound('incident')
    const { ownerId = '' } = incident.work ?? {}
    const disabled = await ctx.incidentWork.disabledOwners(organizationId, ownerId === '' ? [] : [ownerId])
    const ownerDisabled = disabled.length > 0
    if (!request.withObligations) return { incident, versions, ownerDisabled }
    const inputs = await ctx.incidentWork.obligationInputs(organizationId, id)
    if (inputs === undefined) throw notFound('incident')
    return { incident, versions, ownerDisabled, obligations: obligationMessages(inputs, ctx.clock.now()) }
  }
}

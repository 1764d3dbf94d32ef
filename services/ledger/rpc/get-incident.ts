import type { MethodImpl } from '@connectrpc/connect'
import type { IncidentService } from '../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { notFound } from '../../kernel/errors/errors.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import { uuid } from '../../kernel/values/checks.ts'
import type { LedgerContext } from '../context.ts'
import { incidentRecords } from '../domain/incident.ts'

/** IncidentService.GetIncident */
export function getIncident(
  ctx: Pick<LedgerContext, 'incidents'>,
): MethodImpl<typeof IncidentService.method.getIncident> {
  return async (request, context) => {
    const texts = await ctx.incidents.versions(callerOf(context).organizationId, uuid('id', request.id))
    const versions = texts.map(incidentRecords.read)
    const incident = versions[0]
    if (incident === undefined) throw notFound('incident')
    return { incident, versions }
  }
}

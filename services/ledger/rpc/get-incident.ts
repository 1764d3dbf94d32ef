import type { MethodImpl } from '@connectrpc/connect'
import type { IncidentService } from '../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { callerOf } from '../../kernel/caller.ts'
import { uuid } from '../../kernel/checks.ts'
import { notFound } from '../../kernel/errors.ts'
import type { LedgerContext } from '../context.ts'
import { incidentOf } from '../domain/incident-record.ts'

/** IncidentService.GetIncident */
export function getIncident(
  ctx: Pick<LedgerContext, 'incidents'>,
): MethodImpl<typeof IncidentService.method.getIncident> {
  return async (request, context) => {
    const texts = await ctx.incidents.versions(callerOf(context).organizationId, uuid('id', request.id))
    const versions = texts.map(incidentOf)
    const incident = versions[0]
    if (incident === undefined) throw notFound('incident')
    return { incident, versions }
  }
}

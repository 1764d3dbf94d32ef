import type { MethodImpl } from '@connectrpc/connect'
import type { IncidentService } from '../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { commitRecord } from '../../kernel/database/commit-record.ts'
import { notFound } from '../../kernel/errors/errors.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import { uuid } from '../../kernel/values/checks.ts'
import type { LedgerContext } from '../context.ts'
import { incidentRecords, moveIncident as move } from '../domain/incident.ts'

/** IncidentService.MoveIncident */
export function moveIncident(
  ctx: Pick<LedgerContext, 'incidents' | 'clock'>,
): MethodImpl<typeof IncidentService.method.moveIncident> {
  return async (request, context) => {
    const caller = callerOf(context)
    const { organizationId } = caller
    const current = await ctx.incidents.current(organizationId, uuid('id', request.id))
    if (current === undefined) throw notFound('incident')
    const incident = move(incidentRecords.read(current), request.status, request.note)
    const { id, version } = incident
    const row = { id, version, text: incidentRecords.write(organizationId, incident) }
    await commitRecord(ctx.incidents, { caller, at: ctx.clock.now() }, 'incidents', row)
    return { incident }
  }
}

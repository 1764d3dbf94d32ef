import type { MethodImpl } from '@connectrpc/connect'
import type { IncidentWorkService } from '../../../../proto/gen/attestry/ledger/v1/incident_changes_pb.ts'
import { invalid, notFound } from '../../../kernel/errors/errors.ts'
import { callerOf } from '../../../kernel/identity/caller.ts'
import type { LedgerContext } from '../../context.ts'
import { checkEdit, editIncident as edit, type Owner } from '../../domain/incidents/incident-edit.ts'

/** IncidentWorkService.EditIncident */
export function editIncident(
  ctx: Pick<LedgerContext, 'incidentWork' | 'clock'>,
): MethodImpl<typeof IncidentWorkService.method.editIncident> {
  return async (request, context) => {
    const { id } = request
    const call = { caller: callerOf(context), at: ctx.clock.now() }
    const { organizationId } = call.caller
    checkEdit(request, call.at)
    const missing = await ctx.incidentWork.missingLink(organizationId, request.links?.values ?? [])
    if (missing !== undefined)
      throw invalid({ [`links.${missing}.id`]: ['names nothing of this organization'] })
    const owner = await ownerOf(ctx, organizationId, request.owner)
    const after = await ctx.incidentWork.change(call, id, ({ incident }) => edit(incident, request, owner))
    if (after === undefined) throw notFound('incident')
    return { incident: after.incident }
  }
}

async function ownerOf(
  ctx: Pick<LedgerContext, 'incidentWork'>,
  organizationId: string,
  requested: string | undefined,
): Promise<Owner | undefined> {
  if (requested === undefined) return undefined
  if (requested === '') return { id: '', email: '' }
  const owner = await ctx.incidentWork.owner(organizationId, requested)
  if (owner === undefined) throw invalid({ owner: ['must be the id or e-mail address of an active user'] })
  return owner
}

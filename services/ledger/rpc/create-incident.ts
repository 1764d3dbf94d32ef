import { create } from '@bufbuild/protobuf'
import type { MethodImpl } from '@connectrpc/connect'
import {
  type IncidentService,
  IncidentSourceSchema,
} from '../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { ActorKind, callerOf } from '../../kernel/caller.ts'
import { commitRecord } from '../../kernel/database/commit-record.ts'
import { mintId } from '../../kernel/ids.ts'
import { timestamp } from '../../kernel/time.ts'
import type { LedgerContext } from '../context.ts'
import { draftIncident, incidentRecord, openIncident } from '../domain/incident.ts'

/** IncidentService.CreateIncident (contract 2.1, 4.1.2) */
export function createIncident(
  ctx: Pick<LedgerContext, 'incidents' | 'clock'>,
): MethodImpl<typeof IncidentService.method.createIncident> {
  return async (request, context) => {
    const caller = callerOf(context)
    const at = ctx.clock.now()
    const draft = draftIncident(request, at)
    const kind = caller.actor?.kind === ActorKind.SERVICE_CLIENT ? 'service' : 'api'
    const source = create(IncidentSourceSchema, {
      kind,
      id: caller.actor?.id ?? '',
      receivedAt: timestamp(at),
    })
    const incident = openIncident(mintId(at), draft, source, at)
    const text = incidentRecord(caller.organizationId, incident)
    await commitRecord(ctx.incidents, { caller, at }, 'incidents', { id: incident.id, version: 1, text })
    return { incident }
  }
}

import type { MethodImpl } from '@connectrpc/connect'
import type {
  CreateIncidentResponse,
  IncidentService,
  IncidentSource,
} from '../../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { commitRecord } from '../../../kernel/database/record-store.ts'
import { idempotencyRecordOf } from '../../../kernel/idempotency/idempotency.ts'
import { ActorKind, callerOf } from '../../../kernel/identity/caller.ts'
import { mintId } from '../../../kernel/values/ids.ts'
import { timestamp } from '../../../kernel/values/time.ts'
import type { LedgerContext } from '../../context.ts'
import { draftIncident, incidentRecords, openIncident } from '../../domain/incidents/incident.ts'
import { knownWhenReported } from '../../domain/incidents/known-when-reported.ts'

/** IncidentService.CreateIncident (docs/api.md 2.1, 4.1.2) */
export function createIncident(
  ctx: Pick<LedgerContext, 'incidents' | 'clock'>,
): MethodImpl<typeof IncidentService.method.createIncident> {
  return async (request, context) => {
    const caller = callerOf(context)
    const at = ctx.clock.now()
    const draft = draftIncident(request, at)
    const source: IncidentSource = {
      $typeName: 'attestry.ledger.v1.IncidentSource',
      kind: KINDS[caller.actor?.kind ?? 0] ?? 'api',
      id: caller.actor?.id ?? '',
      receivedAt: timestamp(at),
      notes: [],
    }
    const incident = knownWhenReported(openIncident(mintId(at), draft, source, at))
    const text = incidentRecords.write(caller.organizationId, incident)
    const row = { id: incident.id, version: 1, text }
    const answer: CreateIncidentResponse = {
      $typeName: 'attestry.ledger.v1.CreateIncidentResponse',
      incident,
    }
    await commitRecord(ctx.incidents, { caller, at }, row, idempotencyRecordOf(context, answer))
    return answer
  }
}

/** The source of an incident that did not come by a webhook. */
const KINDS: { [kind: number]: string } = {
  [ActorKind.API_KEY]: 'api',
  [ActorKind.SERVICE_CLIENT]: 'service',
  [ActorKind.USER]: 'user',
}

import type { MethodImpl } from '@connectrpc/connect'
import type { IncidentService } from '../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { Conditions } from '../../kernel/database/filtered/conditions.ts'
import { readList } from '../../kernel/database/filtered/read.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import type { LedgerContext } from '../context.ts'
import { deliveryOf } from '../domain/delivery.ts'

/** IncidentService.ListWebhookDeliveries */
export function listWebhookDeliveries(
  ctx: Pick<LedgerContext, 'deliveries'>,
): MethodImpl<typeof IncidentService.method.listWebhookDeliveries> {
  return async (request, context) => {
    const { organizationId } = callerOf(context)
    const { outcome, receivedSince, receivedUntil } = request
    const endpoint = request.endpointId.toLowerCase() || undefined
    const conditions = new Conditions()
      .times({ since: receivedSince, until: receivedUntil }, 'received_at')
      .search(request.search, TEXTS)
    if (outcome !== '') conditions.shown("w.json ->> 'outcome' = $", outcome)
    const { filtered } = ctx.deliveries
    const itemOf = ({ record }: { record: string }) => deliveryOf(record)
    const isWhole = conditions.isEmpty && endpoint !== undefined
    const whole = async (limit: number, before: string | undefined) =>
      (await ctx.deliveries.page(organizationId, endpoint!, limit, before)).map(deliveryOf)
    if (endpoint !== undefined) conditions.indexed('t.endpoint_id = $::uuid', endpoint)
    const list = { filtered, itemOf, whole: isWhole ? whole : undefined }
    const { rows, ...read } = await readList(organizationId, request, conditions, list)
    return { deliveries: rows, ...read }
  }
}

const TEXTS = [
  ...['id', 'external_id', 'incident_id', 'endpoint_id', 'product', 'format', 'outcome', 'body_sha256'].map(
    (name) => `w.json ->> '${name}'`,
  ),
  ...['title', 'severity', 'state', 'status'].map((name) => `w.json #>> '{report,${name}}'`),
]

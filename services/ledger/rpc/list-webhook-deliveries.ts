import type { MethodImpl } from '@connectrpc/connect'
import type { IncidentService } from '../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { Conditions } from '../../kernel/database/filtered-page.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import { Checks, uuid } from '../../kernel/values/checks.ts'
import { pageOf, readPage } from '../../kernel/values/paging.ts'
import type { LedgerContext } from '../context.ts'
import { deliveryOf } from '../domain/delivery.ts'

/** IncidentService.ListWebhookDeliveries */
export function listWebhookDeliveries(
  ctx: Pick<LedgerContext, 'deliveries'>,
): MethodImpl<typeof IncidentService.method.listWebhookDeliveries> {
  return async ({ endpointId, page, outcome, receivedSince, receivedUntil }, context) => {
    const { organizationId } = callerOf(context)
    const endpoint = uuid('endpoint_id', endpointId)
    new Checks()
      .that(outcome === '' || OUTCOMES.includes(outcome), 'outcome', `must be among ${OUTCOMES.join(', ')}`)
      .done()
    const conditions = new Conditions().times(
      'received',
      { since: receivedSince, until: receivedUntil },
      'received_at',
    )
    if (outcome !== '') conditions.shown("w.json ->> 'outcome' = $", outcome)
    if (!conditions.isEmpty) {
      conditions.indexed('t.endpoint_id = $::uuid', endpoint)
      const found = await ctx.deliveries.filtered(organizationId, conditions, pageOf(page))
      return { deliveries: found.rows.map(({ record }) => deliveryOf(record)), nextCursor: found.nextCursor }
    }
    const read = async (limit: number, before: string | undefined) =>
      (await ctx.deliveries.page(organizationId, endpoint, limit, before)).map(deliveryOf)
    const { rows, nextCursor } = await readPage(pageOf(page), read, ({ id }) => id)
    return { deliveries: rows, nextCursor }
  }
}

const OUTCOMES = ['created', 'replay', 'closure', 'acknowledged']

import type { Command } from 'commander'
import {
  type RejectedDelivery,
  RejectedDeliverySchema,
  WebhookService,
} from '../../../proto/gen/attestry/ingestion/v1/webhooks_pb.ts'
import {
  IncidentService,
  type WebhookDelivery,
  WebhookDeliverySchema,
} from '../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { acting, personVerb, rowLimit, uuid } from '../command.ts'
import { readAll } from '../pages.ts'
import { type Plain, plain } from '../plain.ts'
import { list, newestFirst } from '../views.ts'

/** `attestry webhook deliveries`: what arrived at an endpoint and what became of it, taken or not. */
export function webhookDeliveries(): Command {
  return personVerb(
    'deliveries',
    'List the newest calls of an endpoint: taken, repeated, rejected.',
    'webhook deliveries --org ID --id ENDPOINT_ID',
  )
    .requiredOption('--id <id>', 'the endpoint', uuid)
    .option('--limit <n>', 'how many', rowLimit, 50)
    .action(
      acting<{ id: string; limit: number }>(async ({ id, limit }, { call }) => {
        const taken = await readAll(limit, async (page) => {
          const { listWebhookDeliveries } = IncidentService.method
          const { deliveries, nextCursor } = await call(listWebhookDeliveries, { endpointId: id, page })
          return { rows: deliveries, nextCursor }
        })
        const rejected = await readAll(limit, async (page) => {
          const { listRejectedDeliveries } = WebhookService.method
          const { deliveries, nextCursor } = await call(listRejectedDeliveries, { id, page })
          return { rows: deliveries, nextCursor }
        })
        const known = new Set(taken.map((delivery) => delivery.id))
        const others = rejected.filter((delivery) => !known.has(delivery.id))
        const rows = newestFirst([...taken.map(takenView), ...others.map(rejectedView)]).slice(0, limit)
        return list(rows, [
          'received_at',
          'outcome',
          'status',
          'code',
          'reason',
          'message',
          'external_id',
          'incident_id',
          'id',
        ])
      }),
    )
}

function takenView(delivery: WebhookDelivery): Plain {
  const { endpoint_id: _, ...shown } = plain(WebhookDeliverySchema, delivery)
  const status = delivery.outcome === 'created' ? 201 : 200
  return { ...shown, signed: true, status, code: null, reason: null, message: null, excerpt: null }
}

/** The code of a call that was acknowledged without an incident is empty. */
function rejectedView(delivery: RejectedDelivery): Plain {
  const { status, code, ...shown } = plain(RejectedDeliverySchema, delivery)
  const outcome = delivery.status < 300 ? 'acknowledged' : delivery.status < 500 ? 'rejected' : 'failed'
  return {
    ...shown,
    outcome,
    status: status!,
    code: code === '' ? null : code!,
    incident_id: null,
    external_id: null,
  }
}

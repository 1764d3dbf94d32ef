import type { Timestamp } from '@bufbuild/protobuf/wkt'
import { type Command, Option } from 'commander'
import {
  type RejectedDelivery,
  RejectedDeliverySchema,
  WebhookService,
} from '../../../../proto/gen/attestry/ingestion/v1/webhooks_pb.ts'
import {
  IncidentService,
  type WebhookDelivery,
  WebhookDeliverySchema,
} from '../../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { DELIVERY_OUTCOMES } from '../../../../services/ledger/domain/delivery.ts'
import { given } from '../../options/given.ts'
import { instant } from '../../options/times.ts'
import { readAll } from '../../views/pages.ts'
import { type Plain, plain } from '../../views/plain.ts'
import { list, newestFirst } from '../../views/views.ts'
import { asPerson, personVerb, positive, uuid } from '../command.ts'

/** `attestry webhook deliveries`: lists the deliveries of an endpoint, accepted and rejected, with their outcomes. */
export function webhookDeliveries(): Command {
  return personVerb(
    'deliveries',
    'List the newest calls of an endpoint: accepted, repeated, rejected.',
    'webhook deliveries --org ID --id ENDPOINT_ID',
  )
    .requiredOption('--id <id>', 'the endpoint', uuid)
    .addOption(new Option('--outcome <outcome>', 'with this outcome').choices([...TAKEN, ...OTHERS]))
    .option('--since <time>', 'received then or later', instant)
    .option('--until <time>', 'received before', instant)
    .option('--limit <n>', 'how many', positive, 50)
    .action(
      asPerson<Deliveries>(async ({ id, limit, outcome = '', since, until }, { call }) => {
        const times = given({ receivedSince: since, receivedUntil: until })
        const accepted = await readAll(limit, async (page) => {
          if (OTHERS.includes(outcome)) return { rows: [], nextCursor: '' }
          const { listWebhookDeliveries } = IncidentService.method
          const asked = { endpointId: id, page, outcome, ...times }
          const { deliveries, nextCursor } = await call(listWebhookDeliveries, asked)
          return { rows: deliveries, nextCursor }
        })
        // Few rejected calls are stored: a filter reads all of them.
        const rejected = await readAll(outcome === '' ? limit : undefined, async (page) => {
          if (outcome !== '' && outcome !== 'acknowledged' && !OTHERS.includes(outcome))
            return { rows: [], nextCursor: '' }
          const { listRejectedDeliveries } = WebhookService.method
          const { deliveries, nextCursor } = await call(listRejectedDeliveries, { id, page, ...times })
          return { rows: deliveries, nextCursor }
        })
        const known = new Set(accepted.map((delivery) => delivery.id))
        const others = rejected
          .filter((delivery) => !known.has(delivery.id))
          .map(rejectedView)
          .filter((view) => outcome === '' || view.outcome === outcome)
        const rows = newestFirst([...accepted.map(acceptedView), ...others]).slice(0, limit)
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

type Deliveries = { id: string; limit: number; outcome?: string; since?: Timestamp; until?: Timestamp }

/** Outcomes of accepted calls, and of others. */
const TAKEN: readonly string[] = DELIVERY_OUTCOMES
const OTHERS = ['rejected', 'failed']

function acceptedView(delivery: WebhookDelivery): Plain {
  const { endpoint_id: _, ...shown } = plain(WebhookDeliverySchema, delivery)
  const status = delivery.outcome === 'created' ? 201 : 200
  return { ...shown, signed: true, status, code: null, reason: null, message: null, excerpt: null }
}

/** Returns the view of a rejected call. A call that was acknowledged without an incident has an empty code. */
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

import type { Command } from 'commander'
import {
  IncidentService,
  ListWebhookDeliveriesRequestSchema,
  WebhookDeliverySchema,
} from '../../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { listing, listOptions } from '../../options/filters.ts'
import { plain } from '../../views/plain.ts'
import { list } from '../../views/views.ts'
import { personVerb, resource } from '../command.ts'

export function deliveriesCommand(): Command {
  return resource('deliveries', 'Alerts that webhooks delivered', [
    listOptions(
      personVerb(
        'list',
        'List the newest alerts that webhook endpoints accepted, and their outcome.',
        'deliveries list --org ID --outcome replay',
      ),
      ListWebhookDeliveriesRequestSchema,
      50,
    ).action(
      listing(
        ListWebhookDeliveriesRequestSchema,
        async (call, asked) => {
          const { deliveries, ...page } = await call(IncidentService.method.listWebhookDeliveries, asked)
          return { rows: deliveries, ...page }
        },
        (found) =>
          list(
            found.map((one) => plain(WebhookDeliverySchema, one)),
            ['received_at', 'outcome', 'external_id', 'incident_id', 'product', 'id'],
          ),
      ),
    ),
  ])
}

import { WebhookService } from '../../proto/gen/attestry/ingestion/v1/webhooks_pb.ts'
import type { RouteSink } from '../kernel/transport/routes.ts'
import { createWebhookEndpoint } from './rpc/create-webhook-endpoint.ts'
import { getWebhookEndpoint } from './rpc/get-webhook-endpoint.ts'
import { listRejectedDeliveries } from './rpc/list-rejected-deliveries.ts'
import { listWebhookEndpoints } from './rpc/list-webhook-endpoints.ts'
import { receiveDelivery } from './rpc/receive-delivery.ts'
import { revokeWebhookEndpoint } from './rpc/revoke-webhook-endpoint.ts'
import { rotateWebhookSecret } from './rpc/rotate-webhook-secret.ts'
import { summarizeRejectedDeliveries } from './rpc/summarize-rejected-deliveries.ts'
import { tryWebhookMapping } from './rpc/try-webhook-mapping.ts'
import { updateWebhookEndpoint } from './rpc/update-webhook-endpoint.ts'
import type { WebhookContext } from './webhook/context.ts'

/** The webhook's Connect service. */
export function webhookRoutes(sink: RouteSink, ctx: WebhookContext): void {
  sink.service(WebhookService, {
    createWebhookEndpoint: createWebhookEndpoint(ctx),
    listWebhookEndpoints: listWebhookEndpoints(ctx),
    getWebhookEndpoint: getWebhookEndpoint(ctx),
    updateWebhookEndpoint: updateWebhookEndpoint(ctx),
    rotateWebhookSecret: rotateWebhookSecret(ctx),
    revokeWebhookEndpoint: revokeWebhookEndpoint(ctx),
    listRejectedDeliveries: listRejectedDeliveries(ctx),
    summarizeRejectedDeliveries: summarizeRejectedDeliveries(ctx),
    tryWebhookMapping: tryWebhookMapping(),
    receiveDelivery: receiveDelivery(ctx),
  })
}

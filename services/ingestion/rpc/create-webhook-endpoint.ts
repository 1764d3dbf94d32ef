import { randomBytes } from 'node:crypto'
import type { MethodImpl } from '@connectrpc/connect'
import type { WebhookService } from '../../../proto/gen/attestry/ingestion/v1/webhooks_pb.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import { mintId } from '../../kernel/values/ids.ts'
import {
  checkEndpoint,
  ENDPOINT_DEFAULTS,
  type EndpointState,
  endpointMessage,
  FORMATS,
} from '../domain/webhook/endpoint.ts'
import { checkMapping } from '../domain/webhook/formats/save-mapping.ts'
import type { WebhookContext } from '../webhook/context.ts'

/** WebhookService.CreateWebhookEndpoint (docs/api.md 4.2, 5.3.6) */
export function createWebhookEndpoint(
  ctx: Pick<WebhookContext, 'endpoints' | 'secrets' | 'clock'>,
): MethodImpl<typeof WebhookService.method.createWebhookEndpoint> {
  return async (request, context) => {
    const call = { caller: callerOf(context), at: ctx.clock.now() }
    const mapping = request.mapping === '' ? null : checkMapping(request.mapping, request.sample).canonical
    const endpoint: EndpointState = {
      orgId: call.caller.organizationId,
      id: mintId(call.at),
      token: `whk_${randomBytes(24).toString('base64url')}`,
      name: request.name,
      format: FORMATS.word(request.format),
      mapping,
      mappingVersion: mapping === null ? 0 : 1,
      windowSeconds: request.windowSeconds || ENDPOINT_DEFAULTS.windowSeconds,
      idempotencyHours: request.idempotencyHours || ENDPOINT_DEFAULTS.idempotencyHours,
      rateLimit: request.rateLimit || ENDPOINT_DEFAULTS.rateLimit,
      generalReading: request.generalReading,
      pinFormat: request.pinFormat,
      secretCreatedAt: call.at,
      version: 1,
      createdAt: call.at,
    }
    checkEndpoint(endpoint)
    const { secret, sealed } = await ctx.secrets.make(endpoint)
    await ctx.endpoints.create(call, endpoint, sealed)
    return { endpoint: endpointMessage(endpoint), secret }
  }
}

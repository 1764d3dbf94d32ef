import type { MethodImpl } from '@connectrpc/connect'
import type {
  UpdateWebhookEndpointRequest,
  WebhookService,
} from '../../../proto/gen/attestry/ingestion/v1/webhooks_pb.ts'
import { notFound } from '../../kernel/errors/errors.ts'
import { requireVersionIfNamed } from '../../kernel/errors/expected-version.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import { checkEndpoint, type EndpointState, endpointMessage, FORMATS } from '../domain/webhook/endpoint.ts'
import { checkMapping } from '../domain/webhook/formats/save-mapping.ts'
import type { WebhookContext } from '../webhook/context.ts'

/** WebhookService.UpdateWebhookEndpoint: absent fields stay as they are. A new mapping makes the next mapping version. */
export function updateWebhookEndpoint(
  ctx: Pick<WebhookContext, 'endpoints' | 'clock'>,
): MethodImpl<typeof WebhookService.method.updateWebhookEndpoint> {
  return async (request, context) => {
    const call = { caller: callerOf(context), at: ctx.clock.now() }
    const changes = changesOf(request)
    const endpoint = await ctx.endpoints.update(call, request.id, (present) => {
      requireVersionIfNamed('webhook endpoint', present, request.expectedVersion)
      const remapped = changes.mapping !== undefined && changes.mapping !== present.mapping
      const change = remapped ? { ...changes, mappingVersion: present.mappingVersion + 1 } : changes
      checkEndpoint({ ...present, ...change })
      return change
    })
    if (endpoint === undefined) throw notFound('webhook endpoint')
    return { endpoint: endpointMessage(endpoint) }
  }
}

function changesOf(request: UpdateWebhookEndpointRequest): Partial<EndpointState> {
  const { name, format, mapping, windowSeconds, idempotencyHours, rateLimit, sample } = request
  const { generalReading, pinFormat } = request
  return {
    ...(name === undefined ? {} : { name }),
    ...(format === undefined ? {} : { format: FORMATS.word(format) }),
    ...(mapping === undefined ? {} : { mapping: checkMapping(mapping, sample).canonical }),
    ...(windowSeconds === undefined ? {} : { windowSeconds }),
    ...(idempotencyHours === undefined ? {} : { idempotencyHours }),
    ...(rateLimit === undefined ? {} : { rateLimit }),
    ...(generalReading === undefined ? {} : { generalReading }),
    ...(pinFormat === undefined ? {} : { pinFormat }),
  }
}

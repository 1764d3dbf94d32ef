import { create, type MessageInitShape } from '@bufbuild/protobuf'
import {
  BodyFault,
  type ReceiveDeliveryRequest,
  type ReceiveDeliveryResponseSchema,
} from '../../../proto/gen/attestry/ingestion/v1/webhooks_pb.ts'
import {
  DeliveredIncidentSchema,
  type Severity,
  SeveritySchema,
} from '../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { as } from '../../kernel/caller.ts'
import { enumText } from '../../kernel/enum-text.ts'
import { LIMITS } from '../../kernel/limits.ts'
import { timestamp } from '../../kernel/time.ts'
import { type JsonBody, parseBody } from '../domain/webhook/body.ts'
import { detectionOf } from '../domain/webhook/detection.ts'
import { duplicateKey } from '../domain/webhook/duplicate-key.ts'
import { ENDPOINT_DEFAULTS } from '../domain/webhook/endpoint.ts'
import { type Delivery, type Format, mapDelivery, parseFormat } from '../domain/webhook/map-delivery.ts'
import {
  invalidFormat,
  invalidJson,
  Rejection,
  rateLimited,
  tooLarge,
  unauthorized,
} from '../domain/webhook/rejection.ts'
import { verifySignature } from '../domain/webhook/signature.ts'
import type { KnownEndpoint } from '../store/webhook/directory.ts'
import type { WebhookContext } from './context.ts'
import { markSigned, type Reception } from './reception.ts'
import { acknowledge } from './settle.ts'

export type Answer = MessageInitShape<typeof ReceiveDeliveryResponseSchema>

/**
 * The checks of a call in their order (decisions.md, "Order of checks"): size → signature and time window → endpoint
 * limit → format header → JSON → mapping → duplicate. @throws Rejection for the first that fails
 */
export async function take(ctx: WebhookContext, reception: Reception): Promise<Answer> {
  const { request } = reception
  requireWholeBody(request)
  const { endpoint, t } = await requireSignature(ctx, reception)
  await drawOnEndpoint(ctx, reception, endpoint)
  const format = requireFormat(request, endpoint)
  const body = requireJson(request)
  const mapped = await map(ctx, endpoint, format, body)
  if (mapped.kind === 'acknowledged') return acknowledge(ctx, reception, mapped.reason)
  const { replay } = await deliver(ctx, reception, { endpoint, format, mapped, t })
  return { status: replay ? 200 : 201, replay, quota: reception.quota }
}

function requireWholeBody({ body, bodyFault }: ReceiveDeliveryRequest): void {
  if (bodyFault === BodyFault.TOO_LARGE || body.length > LIMITS.bodyBytes) throw tooLarge(LIMITS.bodyBytes)
  if (bodyFault === BodyFault.INCOMPLETE) throw invalidJson('incomplete')
}

/**
 * Whoever calls, the same is awaited: a secret that is in memory, and where the call fails a draw on the bucket of the
 * address. An unknown or revoked endpoint has a secret that nobody knows.
 */
async function requireSignature(
  ctx: WebhookContext,
  reception: Reception,
): Promise<{ endpoint: KnownEndpoint; t: number }> {
  const { request, found, receivedAt } = reception
  const live = found?.revoked === false ? found : undefined
  const sealed = live ?? ctx.secrets.decoy
  const verdict = verifySignature({
    headerLines: request.signature,
    body: request.body,
    secret: await ctx.secrets.open(sealed, sealed),
    now: receivedAt,
    windowSeconds: live?.windowSeconds ?? ENDPOINT_DEFAULTS.windowSeconds,
  })
  if (verdict.ok && live !== undefined) {
    markSigned(reception, live)
    return { endpoint: live, t: verdict.timestamp }
  }
  const why =
    found === undefined ? 'endpoint_unknown' : found.revoked ? 'endpoint_revoked' : reasonOf(verdict)
  const exceeded = await draw(ctx, reception, `address:${request.clientAddress}`, LIMITS.addressRate)
  if (exceeded > 0) throw rateLimited('address_limit', exceeded)
  throw unauthorized(why)
}

function reasonOf(verdict: ReturnType<typeof verifySignature>): string {
  return verdict.ok ? 'endpoint_unknown' : verdict.reason
}

async function drawOnEndpoint(
  ctx: WebhookContext,
  reception: Reception,
  { id, rateLimit }: KnownEndpoint,
): Promise<void> {
  const exceeded = await draw(ctx, reception, `endpoint:${id}`, rateLimit)
  if (exceeded > 0) throw rateLimited('endpoint_limit', exceeded)
}

/** Draws one. @returns 0, or the seconds to wait when the window is used up */
async function draw(
  { admission }: WebhookContext,
  reception: Reception,
  subject: string,
  limit: number,
): Promise<number> {
  const { quota } = await admission.drawQuota({ subject, limit })
  const { exceeded, retryAfter, remaining, reset } = quota!
  reception.quota = { limit, remaining, reset }
  return exceeded ? Math.max(1, retryAfter) : 0
}

function requireFormat({ format: lines }: ReceiveDeliveryRequest, endpoint: KnownEndpoint): Format {
  const format = parseFormat(lines.length === 0 ? endpoint.format : lines.length === 1 ? lines[0]! : '')
  if (format === null) throw invalidFormat()
  return format
}

function requireJson({ body, contentEncoding }: ReceiveDeliveryRequest): JsonBody {
  const parsed = parseBody(body, contentEncoding)
  if (!parsed.ok) throw invalidJson(parsed.why)
  return parsed.value
}

async function map(
  { mappings }: WebhookContext,
  endpoint: KnownEndpoint,
  format: Format,
  body: JsonBody,
): Promise<Exclude<Delivery, { kind: 'invalid' }>> {
  const mapping =
    format === 'generic_json' && endpoint.mappingVersion > 0
      ? await mappings(endpoint, endpoint.mappingVersion)
      : null
  const mapped = mapDelivery(format, body, mapping)
  if (mapped.kind !== 'invalid') return mapped
  const { code, message, missing, wrong_type } = mapped
  throw new Rejection(422, code, 'not_mappable', message, { details: { missing, wrong_type } })
}

async function deliver(
  ctx: WebhookContext,
  reception: Reception,
  it: Deliverable,
): Promise<{ replay: boolean }> {
  const { request, receivedAt, caller } = reception
  const { endpoint, format, mapped, t } = it
  const { title, description, severity, affectedSystems, sourceSystem, externalId } = mapped.incident
  const { occurredAt, detectedAt, notes } = detectionOf(mapped.incident, receivedAt)
  const incident = create(DeliveredIncidentSchema, {
    ...{ title, description, affectedSystems },
    severity: SEVERITIES.value(severity),
    detectedAt: timestamp(detectedAt),
    source: {
      ...{ format, notes },
      receivedAt: timestamp(receivedAt),
      ...(sourceSystem === null ? {} : { sourceSystem }),
      ...(externalId === null ? {} : { externalId }),
      ...(occurredAt === null ? {} : { occurredAt: timestamp(occurredAt) }),
      ...(mapped.product === null ? {} : { product: mapped.product }),
      ...(format === 'generic_json' ? { mappingVersion: endpoint.mappingVersion } : {}),
    },
  })
  const message = {
    incident,
    duplicateKey: duplicateKey(externalId, t, request.body),
    idempotencySeconds: endpoint.idempotencyHours * 3600,
    body: request.body,
  }
  return ctx.incidents.deliverIncident(message, as(caller))
}

const SEVERITIES = enumText<Severity>(SeveritySchema)

type Deliverable = {
  endpoint: KnownEndpoint
  format: Format
  mapped: Extract<Delivery, { kind: 'incident' }>
  t: number
}

import {
  BodyFault,
  type ReceiveDeliveryRequest,
} from '../../../proto/gen/attestry/ingestion/v1/webhooks_pb.ts'
import { networkOf } from '../../kernel/identity/client-network.ts'
import { LIMITS } from '../../kernel/values/limits.ts'
import { type JsonBody, parseBody } from '../domain/webhook/body.ts'
import { ENDPOINT_DEFAULTS } from '../domain/webhook/endpoint.ts'
import {
  type Delivery,
  type Format,
  mapDelivery,
  parseFormat,
} from '../domain/webhook/formats/map-delivery.ts'
import {
  invalidFormat,
  invalidJson,
  pinnedFormat,
  Rejection,
  tooLarge,
  unauthorized,
} from '../domain/webhook/rejection.ts'
import { type SignatureVerdict, verifySignature } from '../domain/webhook/signature.ts'
import type { KnownEndpoint } from '../store/webhook/directory.ts'
import type { WebhookContext } from './context.ts'
import { deliver } from './deliver.ts'
import { type Answer, markSigned, type Reception, requireQuota } from './reception.ts'

/**
 * The checks of a call in their order (docs/decisions/0051-order-of-checks-of-the-webhook.md): size → signature and time window
 * → endpoint limit → format header → JSON → mapping → duplicate.
 *
 * @param verified the result of the signature check with a cached secret
 * @returns undefined if the endpoint has changed since it was read: then nothing was drawn or written
 * @throws Rejection for the first check that fails
 */
export async function receive(
  ctx: WebhookContext,
  reception: Reception,
  verified: Verified | undefined,
): Promise<Answer | undefined> {
  const { request } = reception
  await requireWholeBody(ctx, reception)
  const { endpoint, t } = await requireSignature(ctx, reception, verified)
  const refuse = async (rejection: Rejection): Promise<never> => {
    await drawOnEndpoint(ctx, reception, endpoint)
    throw rejection
  }
  const release = await ctx.largeDeliveries(endpoint.orgId, request.body).catch(refuse)
  try {
    const interpreted = await interpret(ctx, reception, endpoint)
    if (interpreted.kind === 'rejected') return await refuse(interpreted.rejection)
    const delivered = await deliver(ctx, reception, { endpoint, t, ...interpreted })
    return delivered && accepted(reception, delivered)
  } finally {
    release()
  }
}

/** The answer to an accepted delivery. */
export function accepted(
  { quota }: Pick<Reception, 'quota'>,
  { created, replay }: { created: number; replay: boolean },
): Answer {
  return { status: created > 0 ? 201 : 200, replay, quota }
}

/** The result of a signature check by a secret and a window. */
export type Verified = { secret: string; windowSeconds: number; verdict: SignatureVerdict }

/**
 * Checks the format header, the JSON and the mapping. A delivery draws on the endpoint's limit in the statement that writes it. A
 * rejection that is found here is held back until its call has drawn too, since the limit comes before it in the order of checks.
 */
export async function interpret(
  ctx: WebhookContext,
  { request, receivedAt }: Pick<Reception, 'request' | 'receivedAt'>,
  endpoint: KnownEndpoint,
): Promise<Interpretation> {
  try {
    const format = requireFormat(request, endpoint)
    const mapped = await map(ctx, endpoint, format, { body: requireJson(request), receivedAt })
    return { format, ...mapped }
  } catch (rejection) {
    if (!(rejection instanceof Rejection)) throw rejection
    return { kind: 'rejected', rejection }
  }
}

/** Refuses a call whose body is not complete. It cannot be authenticated, so its refusal draws on the bucket of its address. */
async function requireWholeBody(ctx: WebhookContext, reception: Reception): Promise<void> {
  const { body, bodyFault } = reception.request
  const isTooLarge = bodyFault === BodyFault.TOO_LARGE || body.length > LIMITS.bodyBytes
  if (!isTooLarge && bodyFault !== BodyFault.INCOMPLETE) return
  await drawOnAddress(ctx, reception)
  throw isTooLarge ? tooLarge(LIMITS.bodyBytes) : invalidJson('incomplete')
}

/**
 * Returns the secret of the endpoint that a call names. If it cannot be opened, the call cannot be authenticated. It then draws
 * on the bucket of its address, as a refused call does.
 */
export async function openSecret(
  ctx: WebhookContext,
  reception: Reception,
  sealed: WebhookContext['secrets']['decoy'],
): Promise<string> {
  try {
    return await ctx.secrets.open(sealed, sealed)
  } catch (fault) {
    await drawOnAddress(ctx, reception)
    throw fault
  }
}

async function drawOnAddress(ctx: WebhookContext, reception: Reception): Promise<void> {
  const { quota } = await ctx.admission.drawQuota({
    subject: `address:${networkOf(reception.request.clientAddress)}`,
    limit: LIMITS.addressRate,
  })
  requireQuota(reception, quota!, 'address_limit')
}

/**
 * Checks the signature. Every caller waits for the same work: a secret that is in memory and, if the call fails, a draw on the
 * bucket of the address. An unknown or revoked endpoint has a secret that nobody knows. An earlier result for the same secret and
 * window is used again, so that each call's body is hashed once, unless the endpoint has just changed.
 */
async function requireSignature(
  ctx: WebhookContext,
  reception: Reception,
  verified: Verified | undefined,
): Promise<{ endpoint: KnownEndpoint; t: number }> {
  const { request, found, receivedAt } = reception
  const live = found?.revoked === false ? found : undefined
  const sealed = live ?? ctx.secrets.decoy
  const secret = await openSecret(ctx, reception, sealed)
  const windowSeconds = live?.windowSeconds ?? ENDPOINT_DEFAULTS.windowSeconds
  const { signature: headerLines, firstSignature: firstLines, body } = request
  const verdict =
    verified?.secret === secret && verified.windowSeconds === windowSeconds
      ? verified.verdict
      : verifySignature({ headerLines, firstLines, body, secret, now: receivedAt, windowSeconds })
  if (verdict.ok && live !== undefined) {
    markSigned(reception, live)
    return { endpoint: live, t: verdict.firstSignedAt }
  }
  const why =
    found === undefined ? 'endpoint_unknown' : found.revoked ? 'endpoint_revoked' : reasonOf(verdict)
  await drawOnAddress(ctx, reception)
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
  const { quota } = await ctx.admission.drawQuota({ subject: `endpoint:${id}`, limit: rateLimit })
  requireQuota(reception, quota!, 'endpoint_limit')
}

function requireFormat({ format: lines }: ReceiveDeliveryRequest, endpoint: KnownEndpoint): Format {
  const format = parseFormat(lines.length === 0 ? endpoint.format : lines.length === 1 ? lines[0]! : '')
  if (format === null) throw invalidFormat()
  if (endpoint.pinFormat && format !== endpoint.format) throw pinnedFormat(endpoint.format)
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
  { body, receivedAt }: { body: JsonBody; receivedAt: Date },
): Promise<Exclude<Delivery, { kind: 'invalid' }>> {
  const mapping =
    format === 'generic_json' && endpoint.mappingVersion > 0
      ? await mappings(endpoint, endpoint.mappingVersion)
      : null
  const mapped = mapDelivery(format, body, { mapping, generalReading: endpoint.generalReading, receivedAt })
  if (mapped.kind !== 'invalid') return mapped
  const { code, message, missing, wrong_type } = mapped
  throw new Rejection(422, code, 'not_mappable', message, { details: { missing, wrong_type } })
}

type Interpretation =
  | (Exclude<Delivery, { kind: 'invalid' }> & { format: Format })
  | { kind: 'rejected'; rejection: Rejection }

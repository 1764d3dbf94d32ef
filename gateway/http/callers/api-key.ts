import { ActorKind, type Caller, Via } from '../../../proto/gen/attestry/common/v1/caller_pb.ts'
import type { AdmitResponse } from '../../../proto/gen/attestry/ledger/v1/admission_pb.ts'
import { saltedSha256 } from '../../../services/kernel/crypto/digest.ts'
import { DomainError, Reason } from '../../../services/kernel/errors/errors.ts'
import { actor } from '../../../services/kernel/identity/caller.ts'
import type { GatewayContext } from '../../context.ts'
import type { Operation } from '../../operations/operation.ts'
import { setQuotaHeaders } from '../answers/quota-headers.ts'
import { RestError } from '../answers/rest-error.ts'
import type { Exchange } from '../exchange.ts'
import { anonymous } from './anonymous.ts'
import { credentialsOf } from './credentials.ts'

/** A valid API key, with its organization, permissions and add-ons. */
type AdmittedKey = NonNullable<AdmitResponse['key']>

/**
 * Looks up the key of a call and draws on its address bucket and quota, in one RPC. The answer has the rest of the quota.
 * `requireKey` evaluates it.
 */
export async function admit(
  ctx: Pick<GatewayContext, 'clients'>,
  exchange: Exchange,
): Promise<AdmitResponse> {
  const { keyHash = NO_KEY, refused } = credentialsOf(exchange.request)
  const admitted = await ctx.clients.admission.admit({
    $typeName: 'attestry.ledger.v1.AdmitRequest',
    keyHash,
    clientAddress: exchange.clientAddress,
    refused,
  })
  if (admitted.quota !== undefined) setQuotaHeaders(exchange, admitted.quota)
  return admitted
}

/**
 * Returns the caller of a request: its key's organization, or nobody. A call with an expired key goes into the log of that
 * organization, except one beyond the bucket of its address.
 */
export function callerOf(
  exchange: Exchange,
  { key: valid, expiredKey, quota }: AdmitResponse,
  operation: Pick<Operation, 'id'> | undefined,
): Caller {
  const caller = anonymous(exchange, Via.REST, operation?.id)
  const key = valid ?? (quota?.exceeded ? undefined : expiredKey)
  if (key === undefined) return caller
  caller.organizationId = key.organizationId
  caller.actor = actor(ActorKind.API_KEY, key.id, key.name)
  caller.addons = key.addons
  if (caller.operation === NAMES_KEY) caller.keySha256 = saltedSha256(key.id, presented(exchange))
  return caller
}

/** The hash of the key that came with a call, never that of a row. */
function presented({ request }: Exchange): Uint8Array {
  return credentialsOf(request).keyHash ?? NO_KEY
}

/**
 * Checks that a call is allowed, and returns its key. The checks are in their order (docs/decisions/0006-order-of-checks.md):
 * quota, key, route, permission and add-on.
 *
 * @param operation undefined if no operation has the path
 * @throws RestError 429, 401, 404; DomainError FORBIDDEN
 */
export function requireKey(
  { key, expiredKey, quota }: AdmitResponse,
  operation: Pick<Operation, 'permission' | 'addon'> | undefined,
): AdmittedKey {
  if (quota?.exceeded)
    throw new RestError(429, 'rate_limited', 'too many requests', { retryAfter: quota.retryAfter })
  if (key === undefined) throw unauthorized(expiredKey)
  if (operation === undefined) throw new RestError(404, 'not_found', 'not found')
  requirePermission(operation, key)
  return key
}

/** Returns the refusal of a call without a valid key. Only a caller that has the key learns that it has expired. */
function unauthorized(expiredKey: AdmitResponse['expiredKey']): RestError {
  if (expiredKey === undefined) return new RestError(401, 'unauthorized', 'a valid API key is required')
  return new RestError(401, 'unauthorized', 'the API key has expired', { details: { reason: 'key_expired' } })
}

function requirePermission(
  { permission, addon }: Pick<Operation, 'permission' | 'addon'>,
  key: AdmittedKey,
): void {
  if (permission !== undefined && !key.permissions.includes(permission)) {
    throw new DomainError(Reason.FORBIDDEN, `the key lacks the permission ${permission}`, {
      details: { permission },
    })
  }
  if (addon !== undefined && !key.addons.includes(addon)) {
    throw new DomainError(Reason.FORBIDDEN, `the add-on ${addon} is needed`, { details: { addon } })
  }
}

const NO_KEY = new Uint8Array()

/** The operation whose entries name the key that was presented, since `certifier_is_another` depends on who submitted results. */
const NAMES_KEY = 'submitEvaluations'

import type { DescMethod } from '@bufbuild/protobuf'
import { EvidenceService } from '../../../proto/gen/attestry/evidence/v1/evidence_pb.ts'
import { WebhookService } from '../../../proto/gen/attestry/ingestion/v1/webhooks_pb.ts'
import { LogService } from '../../../proto/gen/attestry/ledger/v1/log_pb.ts'
import { NotificationService } from '../../../proto/gen/attestry/ledger/v1/notifications_pb.ts'
import { SigningKeyService } from '../../../proto/gen/attestry/ledger/v1/signing_keys_pb.ts'
import type { Caller } from '../identity/caller.ts'
import { callerSemaphore } from './caller-semaphore.ts'
import { type Release, semaphore } from './semaphore.ts'

/** Limits the concurrent calls of people and service clients, which, unlike API keys, have no rate limit. */
export type CallPlaces = {
  /**
   * Waits for a place of the caller and one of the organization. @returns a function that gives both back
   * @throws DomainError RATE_LIMITED when too many calls of either wait, and when one that asks the key service has waited for too
   *   long; the reason of `signal` when it aborts
   */
  acquire(method: DescMethod, caller: Caller, signal: AbortSignal): Promise<Release>
}

/**
 * The limits of concurrent calls: of a caller for all organizations that it acts for and for one of them, of an organization, in
 * total. They leave some connections of the pool to other calls. A microservice serves many organizations: slow calls of one MUST
 * NOT take all its places.
 */
export const PEOPLE = { caller: 4, callerOrganization: 4, organization: 6, all: 10 }
export const MICROSERVICES = { caller: 8, callerOrganization: 6, organization: 8, all: 10 }

/**
 * The calls that ask the key service, which may take half a minute to fail. They have places of their own, as many as the others: a
 * slow key service MUST NOT delay calls that do not need it. One that does not answer keeps each place for that time: a call waits
 * for `WAIT_FOR_KEY_SERVICE` in each of the two queues, not for one place after another.
 */
const OF_KEY_SERVICE: ReadonlySet<DescMethod> = new Set([
  EvidenceService.method.attestDecision,
  NotificationService.method.createChannel,
  NotificationService.method.updateChannel,
  SigningKeyService.method.rotateSigningKey,
  WebhookService.method.createWebhookEndpoint,
  WebhookService.method.rotateWebhookSecret,
])

const WAIT_FOR_KEY_SERVICE = { retryAfter: 5, maxWaitMs: 5000 }

/**
 * Limits the number of calls in progress. Callers and organizations take turns: thousands of calls of one caller wait for each
 * other and do not delay the calls of others.
 */
export function callPlaces(places: typeof PEOPLE): CallPlaces {
  const others = sharedPlaces(places, { retryAfter: 1 })
  const ofKeyService = sharedPlaces(places, WAIT_FOR_KEY_SERVICE)
  return {
    acquire: async (method, caller, signal) => {
      // A verification takes long, and has separate places (services/ledger/rpc/log/verify-log.ts).
      if (method === LogService.method.verifyLog) return () => {}
      return await (OF_KEY_SERVICE.has(method) ? ofKeyService : others)(caller, signal)
    },
  }
}

/** Returns a function that waits for a place of the caller and one of the organization. */
function sharedPlaces(
  places: typeof PEOPLE,
  wait: { retryAfter: number; maxWaitMs?: number },
): (caller: Caller, signal: AbortSignal) => Promise<Release> {
  const callers = callerSemaphore({
    ...wait,
    what: 'calls',
    places: places.caller,
    placesPerOwner: places.callerOrganization,
    waiting: 2000,
    waitingPerOwner: 500,
  })
  const organizations = semaphore({
    ...wait,
    what: 'calls',
    places: places.all,
    placesPerOwner: places.organization,
    waiting: 20_000,
    waitingPerOwner: 1000,
  })
  return async (caller, signal) => {
    const releaseCaller = await callers.acquire(caller, signal)
    try {
      const releaseOrganization = await organizations.acquire(caller.organizationId, signal)
      return () => {
        releaseOrganization()
        releaseCaller()
      }
    } catch (error) {
      releaseCaller()
      throw error
    }
  }
}

import type { MethodImpl } from '@connectrpc/connect'
import type { WebhookService } from '../../../proto/gen/attestry/ingestion/v1/webhooks_pb.ts'
import type { KnownEndpoint } from '../store/webhook/directory.ts'
import { answerRejection } from '../webhook/answer-rejection.ts'
import type { WebhookContext } from '../webhook/context.ts'
import { receive } from '../webhook/receive.ts'
import { receiveCached } from '../webhook/receive-cached.ts'
import { type Answer, receptionOf } from '../webhook/reception.ts'

/**
 * WebhookService.ReceiveDelivery (docs/api.md 4.2, 5.3, 7.2). A delivery that opens an incident, or repeats one, commits
 * its audit entry with what it writes; every other outcome is recorded here before the call is answered.
 */
export function receiveDelivery(
  ctx: WebhookContext,
): MethodImpl<typeof WebhookService.method.receiveDelivery> {
  return async (request) => {
    const receivedAt = ctx.clock.now()
    const first = await receiveCached(ctx, request, receivedAt)
    if ('answer' in first) return first.answer
    const receiveAs = async (found: KnownEndpoint | undefined): Promise<Answer | undefined> => {
      const reception = receptionOf(request, found, receivedAt)
      return receive(ctx, reception, first.verified).catch((thrown) =>
        answerRejection(ctx, reception, thrown),
      )
    }
    // If the endpoint changes between the two statements, it is read once more, and that version decides.
    return (
      (await receiveAs(await findEndpoint(ctx, request.token))) ??
      (await receiveAs(inAnyVersion(await findEndpoint(ctx, request.token))))!
    )
  }
}

/** The current version of the endpoint. An older version in the cache is dropped. */
async function findEndpoint(
  { directory, endpointCache }: Pick<WebhookContext, 'directory' | 'endpointCache'>,
  token: string,
): Promise<KnownEndpoint | undefined> {
  const found = await directory.find(token)
  if (found === undefined || found.revoked || found.version !== endpointCache.get(token)?.version)
    endpointCache.delete(token)
  return found
}

/** The endpoint as it was read, for a reception that does not compare its version. */
function inAnyVersion(found: KnownEndpoint | undefined): KnownEndpoint | undefined {
  return found && { ...found, version: NOT_COMPARED }
}

const NOT_COMPARED = 0

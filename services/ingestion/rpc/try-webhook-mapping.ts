import type { MethodImpl } from '@connectrpc/connect'
import type { WebhookService } from '../../../proto/gen/attestry/ingestion/v1/webhooks_pb.ts'
import { ownTurn } from '../../kernel/concurrency/event-loop.ts'
import { invalid } from '../../kernel/errors/errors.ts'
import { LIMITS } from '../../kernel/values/limits.ts'
import { checkMapping, previewOf } from '../domain/webhook/formats/save-mapping.ts'

/** WebhookService.TryWebhookMapping */
export function tryWebhookMapping(): MethodImpl<typeof WebhookService.method.tryWebhookMapping> {
  return async ({ mapping, sample }) => {
    if (Buffer.byteLength(sample) > LIMITS.bodyBytes)
      throw invalid({ sample: [`must be at most ${LIMITS.bodyBytes} bytes`] })
    // A sample of a megabyte takes tens of milliseconds.
    await ownTurn()
    const { incident } = checkMapping(mapping, sample)
    return incident === null ? {} : { incident: previewOf(incident) }
  }
}

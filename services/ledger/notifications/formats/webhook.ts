import { Webhook } from 'standardwebhooks'
import { isoTime } from '../../../kernel/values/time.ts'
import type { Told } from './told.ts'

/**
 * A message after the Standard Webhooks specification: `webhook-id` is that of the notification and stays the same when it
 * is sent again, `webhook-timestamp` is of the attempt, `webhook-signature` is of both and the body (v1, HMAC-SHA256).
 */
export function webhookMessage(
  told: Told,
  secret: string,
  at: Date,
): { headers: Record<string, string>; body: string } {
  const body = JSON.stringify({
    type: told.event,
    timestamp: isoTime(told.createdAt),
    data: {
      ...told.data,
      notification_id: told.id,
      organization_id: told.organizationId,
      title: told.title,
      count: told.count,
    },
  })
  const headers = {
    'content-type': 'application/json',
    'webhook-id': told.id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(told.id, at, body),
  }
  return { headers, body }
}

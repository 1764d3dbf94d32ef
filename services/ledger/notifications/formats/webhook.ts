import { Webhook } from 'standardwebhooks'
import { isoTime } from '../../../kernel/values/time.ts'
import type { NotificationMessage } from './message.ts'

/**
 * A message by the Standard Webhooks specification. `webhook-id` is the id of the notification, the same for every attempt.
 * `webhook-timestamp` is the time of the attempt. `webhook-signature` (v1, HMAC-SHA256) covers both and the body.
 */
export function webhookMessage(
  message: NotificationMessage,
  secret: string,
  at: Date,
): { headers: Record<string, string>; body: string } {
  const body = JSON.stringify({
    type: message.event,
    timestamp: isoTime(message.createdAt),
    data: {
      ...message.data,
      notification_id: message.id,
      organization_id: message.organizationId,
      title: message.title,
      count: message.count,
    },
  })
  const headers = {
    'content-type': 'application/json',
    'webhook-id': message.id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(message.id, at, body),
  }
  return { headers, body }
}

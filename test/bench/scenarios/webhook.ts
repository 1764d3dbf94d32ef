import { createHmac, randomUUID } from 'node:crypto'
import { WebhookFormat, WebhookService } from '../../../proto/gen/attestry/ingestion/v1/webhooks_pb.ts'
import { againstBare } from '../support/against-bare.ts'
import type { Load, Paired } from '../support/load.ts'
import type { Stand } from '../support/stand.ts'

/** Signed POST in the native format, each with another event: requests per second, ours ÷ bare with the same HMAC. */
export async function webhook(stand: Stand): Promise<Paired & { processor: number }> {
  const { endpoint, secret } = await stand.asAdmin(WebhookService, 'createWebhookEndpoint', {
    name: 'bench',
    format: WebhookFormat.SERVICE,
    rateLimit: 1_000_000,
  })
  return againstBare(
    stand,
    signed(`${stand.baseUrl}${endpoint!.path}`, secret),
    signed(`${stand.bareUrl}/webhook`, stand.bareSecret),
  )
}

function signed(url: string, secret: string): Load {
  return {
    url,
    method: 'POST',
    body: alert,
    headersOf: (body) => signatureOf(secret, String(body)),
    expect: 201,
  }
}

function alert(): string {
  return JSON.stringify({
    title: 'Unusual outbound traffic from the billing cluster',
    description: 'A rise of outbound connections to an address that was never seen before.',
    severity: 'high',
    source_system: 'siem.example.org',
    external_id: randomUUID(),
    occurred_at: '2026-11-20T10:15:30Z',
  })
}

function signatureOf(secret: string, body: string): { [name: string]: string } {
  const t = Math.floor(Date.now() / 1000)
  const v1 = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')
  return { 'x-service-signature': `t=${t},v1=${v1}` }
}

import { sign } from '../../../services/ingestion/domain/webhook/signature.ts'
import { DomainError, Reason } from '../../../services/kernel/errors/errors.ts'
import type { Call } from '../calls/control-call.ts'

/**
 * The callers that make the sample data: people, systems with the API key, and a SIEM at the webhook. All make ordinary calls.
 */
export type SampleClient = {
  /** Makes a call of the administrator. */
  asAdmin: Call
  /** Sends a POST to the REST API. @returns the answer's body */
  // biome-ignore lint/suspicious/noExplicitAny: the answer of the operation that was called
  send(path: string, body: object): Promise<any>
  /** Sends a GET to the REST API. @returns the answer's body */
  // biome-ignore lint/suspicious/noExplicitAny: the answer of the operation that was called
  fetch(path: string): Promise<any>
  /** Sends a signed delivery. */
  deliver(body: object): Promise<void>
  /** Returns the instant so many hours before the sample data was begun. */
  ago(hours: number): Date
}

/** @param url where this process's gateway listens */
export function sampleClient(options: {
  url: string
  asAdmin: Call
  key: string
  webhook: { path: string; secret: string }
  now: Date
}): SampleClient {
  const { url, asAdmin, key, webhook, now } = options
  const rest = async (path: string, init: RequestInit) => {
    const answer = await fetch(`${url}${path}`, { redirect: 'error', ...init })
    const body = (await answer.json()) as { error?: { message: string } }
    if (!answer.ok)
      throw new DomainError(Reason.INTERNAL, `sample data: ${path} answered ${body.error?.message}`)
    return body
  }
  const authorization = `Bearer ${key}`
  return {
    asAdmin,
    send: (path, body) =>
      rest(`/api/v1${path}`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    fetch: (path) => rest(`/api/v1${path}`, { headers: { authorization } }),
    deliver: async (delivery) => {
      const body = JSON.stringify(delivery)
      const signature = sign(webhook.secret, Math.floor(Date.now() / 1000), Buffer.from(body))
      const headers = { 'content-type': 'application/json', 'x-service-signature': signature }
      await rest(webhook.path, { method: 'POST', headers, body })
    },
    ago: (hours) => new Date(now.getTime() - hours * 3_600_000),
  }
}

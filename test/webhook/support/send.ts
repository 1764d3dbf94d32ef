import { createHmac } from 'node:crypto'
import { type Answer, call } from '../../harness/rest.ts'
import type { TestEndpoint } from './endpoint.ts'

/** The current time in Unix seconds. */
export const nowSeconds = (): number => Math.floor(Date.now() / 1000)

/** Returns the header of docs/api.md 5.3, computed without any code of ours. */
export function signatureOf(secret: string, t: number | string, body: string | Uint8Array): string {
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.`).update(body).digest('hex')}`
}

/** Sends a signed delivery; every part of it can be replaced. */
export function send(
  baseUrl: string,
  endpoint: TestEndpoint,
  body: unknown,
  options: Sending = {},
): Promise<Answer> {
  const bytes = body instanceof Uint8Array || typeof body === 'string' ? body : JSON.stringify(body)
  const t = options.t ?? nowSeconds()
  const { signature = signatureOf(options.secret ?? endpoint.secret, t, bytes) } = options
  return call(baseUrl, options.path ?? endpoint.path, {
    method: options.method ?? 'POST',
    body: bytes,
    headers: {
      ...(signature === null ? {} : { 'x-service-signature': signature }),
      ...(options.format === undefined ? {} : { 'x-service-format': options.format }),
      ...options.headers,
    },
  })
}

export type Sending = {
  t?: number | string
  secret?: string
  /** null: none. */
  signature?: string | null
  format?: string
  path?: string
  method?: string
  headers?: Record<string, string>
}

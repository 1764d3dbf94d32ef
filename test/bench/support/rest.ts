import type { Stand } from './stand.ts'

/** Calls the REST API to prepare a measurement. @throws Error with the answer where the call is refused */
// biome-ignore lint/suspicious/noExplicitAny: each scenario knows the answers that it reads.
export async function rest(stand: Stand, method: 'GET' | 'POST', path: string, body?: unknown): Promise<any> {
  const response = await fetch(`${stand.baseUrl}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${stand.key}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return response.json()
}

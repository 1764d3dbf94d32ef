import type { Endpoint } from '../endpoints.ts'
import type { Answer } from './http.ts'
import type { Change, Scene } from './scene.ts'

/** Returns an Idempotency-Key that nobody has used. */
export const newKey = (): string => `key-${process.pid}-${count++}`
let count = 0

/** Makes the call that the endpoint accepts, with a body and an Idempotency-Key. */
export function keyed(
  api: Scene,
  endpoint: Endpoint,
  key: string,
  body: unknown,
  change: Change = {},
): Promise<Answer> {
  return api.send(endpoint, { ...change, headers: [['Idempotency-Key', key]], body: JSON.stringify(body) })
}

/** Whether the answer is marked as a replay of an earlier one. */
export function isReplay({ headers }: Answer): boolean {
  const mark = headers['idempotent-replayed']
  if (mark !== undefined && mark !== 'true') throw new Error(`Idempotent-Replayed: ${mark}`)
  return mark === 'true'
}

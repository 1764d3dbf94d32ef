import { randomUUID } from 'node:crypto'
import { event } from './events.ts'
import type { Stand } from './stand.ts'

/** An organization with agent events that were submitted by the API, 500 per call. Each call has one audit entry. */
export type Filled = { id: string; session: string; events: number; entries: number }

/** Returns the organization with this number of events, which is made once in a run. */
export function filled(stand: Stand, events: number): Promise<Filled> {
  const made = known.get(events) ?? fill(stand, events)
  known.set(events, made)
  return made
}

/** Exports all data of an organization from a process of ours. @throws Error where the answer is not a download */
export async function exportFrom(baseUrl: string, { session }: Filled): Promise<ReadableStream<Uint8Array>> {
  const url = `${baseUrl}/api/control/evidence-export`
  const response = await fetch(url, { headers: { cookie: `attestry_session=${session}` } })
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`)
  return response.body!
}

async function fill(stand: Stand, events: number): Promise<Filled> {
  const { id, key, admin } = await stand.another()
  const post = async (path: string, body: unknown) => {
    const response = await fetch(`${stand.baseUrl}/api/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (response.status !== 201) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }
  const run = { agent_identity: 'bench-agent', run_ref: randomUUID(), started_at: '2026-11-20T10:00:00Z' }
  const stored = (await post('/agent-runs', run)) as { data: { id: string }[] }
  const path = `/agent-runs/${stored.data[0]!.id}/events`
  let next = 0
  const send = async (): Promise<void> => {
    while (next < events) {
      const first = next
      next += BATCH
      await post(path, { events: Array.from({ length: BATCH }, (_, i) => event(first + i)) })
    }
  }
  await Promise.all(Array.from({ length: 8 }, send))
  return { id, session: admin.session, events, entries: events / BATCH }
}

const known = new Map<number, Promise<Filled>>()
const BATCH = 500

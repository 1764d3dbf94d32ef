import { randomUUID } from 'node:crypto'
import { againstBare } from '../against-bare.ts'
import type { Load, Paired } from '../load.ts'
import { rest } from '../rest.ts'
import type { Stand } from '../stand.ts'

/** POST …/events, 100 per call: events per second, ours ÷ bare. Both get the same bodies. */
export async function eventsBatch100(stand: Stand): Promise<Paired & { processor: number }> {
  const run = await rest(stand, 'POST', '/agent-runs', {
    agent_identity: 'bench-agent',
    run_ref: randomUUID(),
    started_at: '2026-11-20T10:00:00Z',
  })
  const runId = run.data[0].id as string
  const body = batches()
  const bare: Load = { url: `${stand.bareUrl}/runs/${runId}/events`, method: 'POST', body, expect: 201 }
  const ours: Load = {
    ...bare,
    url: `${stand.baseUrl}/api/v1/agent-runs/${runId}/events`,
    headers: { authorization: `Bearer ${stand.key}` },
  }
  const measured = await againstBare(stand, ours, bare)
  return { ...measured, ours: measured.ours * 100, bare: measured.bare * 100 }
}

/**
 * Makes bodies with the next 100 events each. The part of an event after its number repeats and is made once, since the load
 * generator shares the cores with the measured processes.
 */
export function batches(): () => string {
  let next = 0
  const event = (): string => {
    const seq = next++
    return `{"seq":${seq}${RESTS[seq % RESTS.length]}`
  }
  return () => `{"events":[${Array.from({ length: 100 }, event).join(',')}]}`
}

/** Returns the event with this sequence number. */
export function event(seq: number) {
  return {
    seq,
    event_type: 'tool_call',
    tool_name: `tool_${seq % 7}`,
    occurred_at: '2026-11-20T10:15:30.123Z',
    payload: {
      query: 'select count(*) from invoices where due < now()',
      rows: seq % 100,
      cached: false,
      tags: ['billing', 'read'],
    },
  }
}

/** The texts of 700 events without their numbers. After these the texts repeat. */
const RESTS = Array.from({ length: 700 }, (_, seq) =>
  JSON.stringify(event(seq)).slice(`{"seq":${seq}`.length),
)

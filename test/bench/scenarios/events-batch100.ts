import { randomUUID } from 'node:crypto'
import { againstBare } from '../support/against-bare.ts'
import { batches } from '../support/events.ts'
import type { Load, Paired } from '../support/load.ts'
import { rest } from '../support/rest.ts'
import type { Stand } from '../support/stand.ts'

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

import { againstBare } from '../support/against-bare.ts'
import type { Load, Paired } from '../support/load.ts'
import type { Stand } from '../support/stand.ts'

/** POST /incidents, 32 keep-alive connections: requests per second, ours ÷ bare. */
export async function createIncident(stand: Stand): Promise<Paired & { processor: number }> {
  const body = JSON.stringify({
    title: 'Unusual outbound traffic from the billing cluster',
    description: 'A rise of outbound connections to an address that was never seen before.',
    severity: 'high',
    affected_systems: ['billing-api', 'billing-db'],
    affected_persons_count: 120,
    detected_at: '2026-11-20T10:15:30Z',
    regulation: 'nis2',
  })
  const bare: Load = { url: `${stand.bareUrl}/incidents`, method: 'POST', body, expect: 201 }
  const ours: Load = {
    ...bare,
    url: `${stand.baseUrl}/api/v1/incidents`,
    headers: { authorization: `Bearer ${stand.key}` },
  }
  return againstBare(stand, ours, bare)
}

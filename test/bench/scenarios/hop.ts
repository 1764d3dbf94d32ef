import { type Load, paired } from '../support/load.ts'
import type { Stand } from '../support/stand.ts'

/** POST /incidents, 32 connections, with the gateway and the services as separate processes ÷ all in one. */
export async function hop(
  stand: Stand,
): Promise<{ ratio: number; low: number; high: number; apart: number; together: number }> {
  const apart = await stand.serveApart()
  const body = JSON.stringify({ title: 'Across a process', severity: 'low' })
  const headers = { authorization: `Bearer ${stand.key}` }
  const load = (baseUrl: string): Load => ({
    url: `${baseUrl}/api/v1/incidents`,
    method: 'POST',
    headers,
    body,
    expect: 201,
  })
  // Turns of three seconds: five processes need some time to reach full speed on a machine that others use.
  const turns = { rounds: 8, seconds: 3 }
  const { ours, bare, ...ratios } = await paired(load(apart.baseUrl), load(stand.baseUrl), turns)
  await apart.stop()
  return { ...ratios, apart: ours, together: bare }
}

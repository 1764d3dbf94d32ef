import { type Load, paired } from '../load.ts'
import type { Stand } from '../stand.ts'

/** POST /incidents with the gateway and the services as separate processes ÷ all in one: reported, no bar. */
export async function hop(stand: Stand): Promise<{ ratio: number; apart: number; together: number }> {
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
  const { ratio, ours, bare } = await paired(load(apart.baseUrl), load(stand.baseUrl))
  await apart.stop()
  return { ratio, apart: ours, together: bare }
}

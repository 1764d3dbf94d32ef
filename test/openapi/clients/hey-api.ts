import { createIncident, listIncidents } from './generated/hey-api/index.ts'

/** Uses a client of @hey-api/openapi-ts. This code is compiled, not run. */
export async function useHeyApi(baseUrl: string) {
  const made = await createIncident({ baseUrl, body: { title: 'Key leaked', severity: 'high' } })
  const page = await listIncidents({ baseUrl, query: { severity: ['high', 'critical'], limit: 5 } })
  // @ts-expect-error no such status
  await listIncidents({ baseUrl, query: { status: ['gone'] } })
  return { next: page.data?.next_cursor, id: made.data?.id }
}

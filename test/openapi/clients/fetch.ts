import createClient from 'openapi-fetch'
import type { paths } from './generated/openapi-typescript.ts'

/** Uses a client of openapi-typescript and openapi-fetch. This code is compiled, not run. */
export async function useFetch(baseUrl: string, key: string) {
  const client = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${key}` } })
  const made = await client.POST('/api/v1/incidents', { body: { title: 'Key leaked', severity: 'high' } })
  await client.POST('/api/v1/ai-evaluations', {
    body: [
      {
        ...{ ai_system_name: 'a', source: 's', eval_type: 'accuracy', metric_name: 'm', metric_value: 1 },
        ...{ passed: true, evaluated_at: '2026-03-01T10:00:00Z', payload: { any: { thing: [1] } } },
      },
    ],
  })
  const query = { status: ['open', 'contained'] as ('open' | 'contained')[], limit: 5, search: 'vault' }
  const page = await client.GET('/api/v1/incidents', { params: { query } })
  const external = page.data?.data.map(({ source }) => source.external_id)
  const refused = await client.GET('/api/v1/gate-status/{aiSystemId}', {
    params: { path: { aiSystemId: made.data?.id ?? '' } },
  })
  const code: string | undefined = refused.error?.error.code
  // @ts-expect-error no such parameter
  await client.GET('/api/v1/incidents', { params: { query: { stauts: ['open'] } } })
  return { external, code }
}

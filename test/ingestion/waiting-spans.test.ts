import { afterAll, beforeAll, expect, test } from 'vitest'
import { EndpointEntity } from '../../services/ingestion/store/entities/webhook.ts'
import { spanStore } from '../../services/ingestion/store/spans.ts'
import { openDatabase } from '../../services/kernel/database/database.ts'
import { silentLog } from '../../services/kernel/logging/log.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { postGzip, span } from './otlp-support.ts'
import { type Tenant, tenantOf } from './support.ts'

let at: TestInstallation
let tenant: Tenant
beforeAll(async () => {
  at = await bootInstallation()
  tenant = tenantOf(at)
})
afterAll(() => at.stop())

const TRACE = 'f'.repeat(32)
const ROOT = 'f'.repeat(16)
/** Arguments and a result that are kept: 24 KB a span. */
const TOOL: [string, string][] = [
  ['gen_ai.operation.name', 'execute_tool'],
  ['gen_ai.tool.name', 'lookup'],
  ['gen_ai.tool.call.arguments', 'x'.repeat(11_900)],
  ['gen_ai.tool.call.result', 'x'.repeat(11_900)],
]
const post = (key: string, spans: object[]) =>
  postGzip(
    `${at.baseUrl}/otlp/v1/traces`,
    { authorization: `Bearer ${key}`, 'attestry-content': 'full' },
    { resourceSpans: [{ scopeSpans: [{ spans }] }] },
  )
const tools = (first: number, count: number) =>
  Array.from({ length: count }, (_, i) =>
    span(TRACE, (first + i).toString(16).padStart(16, '0'), ROOT, first + i, TOOL),
  )

test('spans that wait for a root are limited in bytes per organization, and the root releases them', async () => {
  const { key } = tenant.organization
  for (const first of [1, 601, 1201]) {
    expect((await post(key, tools(first, 600))).status).toBe(200)
    // A trace without new spans for 30 s is settled without a root.
    await tenant.sql("update ingestion.spans set arrived_at = now() + interval '1 hour'")
  }
  expect(await post(key, tools(1801, 1))).toMatchObject({ status: 429, body: { code: 8 } })
  const other = await at.another()
  expect((await post(other.key, tools(1, 1))).status).toBe(200)

  const db = await openDatabase({
    ...{ url: at.databaseUrl, service: 'ingestion' as const, entities: [EndpointEntity], log: silentLog },
  })
  // The reads for a trace without its root do not grow with the number of its waiting spans.
  const [trace] = await spanStore(db).traces(tenant.organization.id, [TRACE])
  expect(trace).toMatchObject({ traceId: TRACE, settled: [], runId: undefined })
  expect(trace!.waitingBytes).toBeGreaterThan(32 * 1024 * 1024)
  await db.close()

  expect((await post(key, [span(TRACE, ROOT, '', 1, [])])).status).toBe(200)
  expect((await post(key, tools(1801, 1))).status).toBe(200)
  const [stored] = await tenant.sql<{ events: number }>(
    'select count(*)::int as events from ingestion.agent_events where org_id = $1',
    [tenant.organization.id],
  )
  expect(stored!.events).toBe(1801)
})

import { sql } from '../../harness/database.ts'
import { INCIDENT_ROWS } from '../../harness/incident-rows.ts'
import { median } from '../support/load.ts'
import { rest } from '../support/rest.ts'
import type { Stand } from '../support/stand.ts'

const MANY = 1_000_000
const FEW = 10_000
/** Queries with frequent words and values, with rare ones, and with both. */
const QUERIES = [
  'search=ransomware&status=open',
  'status=closed&severity=critical,high',
  'search=ws-4711',
  'search=ws-4711&regulation=dora&detected_since=2020-01-01T00:00:00Z',
  'status=investigating&search=phishing',
  'search=user+disk',
]

/** p50 of a filtered, searched page of 50 in 1,000,000 incidents ÷ in 10,000, over the same queries, one connection, in turn. */
export async function incidentSearch(
  stand: Stand,
): Promise<{ ratio: number; many_ms: number; few_ms: number }> {
  // New organizations, since the rows that other scenarios wrote would have to be indexed first.
  const [many, few] = [await stand.another(), await stand.another()]
  await fill({ ...stand, organizationId: many.id }, MANY)
  await fill({ ...stand, organizationId: few.id }, FEW)
  const times = { many: [] as number[], few: [] as number[] }
  for (let i = 0; i < 60; i++) {
    for (const query of QUERIES) {
      for (const [which, key] of [
        ['many', many.key],
        ['few', few.key],
      ] as const) {
        const started = performance.now()
        const page = await rest({ ...stand, key }, 'GET', `/incidents?limit=50&${query}`)
        if (i >= 10) times[which].push(performance.now() - started)
        if (page.data.length === 0) throw new Error(`nothing is found of ${query} among ${which}`)
      }
    }
  }
  const [manyMs, fewMs] = [median(times.many), median(times.few)]
  return { ratio: manyMs / fewMs, many_ms: manyMs, few_ms: fewMs }
}

/**
 * Writes incidents 1 to `count` and their rows directly to the database, in the form of the service. Every 200th is of another
 * kind.
 */
export async function fill(
  { databaseUrl, organizationId }: Pick<Stand, 'databaseUrl' | 'organizationId'>,
  count: number,
): Promise<void> {
  await sql(databaseUrl, 'drop index ledger.list_rows_terms')
  for (let from = 1; from <= count; from += 100_000) {
    const values = [organizationId, from, Math.min(count, from + 99_999)]
    await sql(databaseUrl, INCIDENTS, values)
  }
  await sql(databaseUrl, INCIDENT_ROWS, [organizationId])
  await sql(
    databaseUrl,
    'create index list_rows_terms on ledger.list_rows using gin (terms) with (fastupdate = on, gin_pending_list_limit = 256)',
  )
  await sql(databaseUrl, 'vacuum (analyze) ledger.list_rows')
  await sql(databaseUrl, 'vacuum (analyze) ledger.incidents')
}

const INCIDENTS = `
  insert into ledger.incidents (org_id, id, version, entry_id, position, record)
  select $1, made.id, 1, made.id, 0, jsonb_build_object(
    'id', made.id, 'version', 1, 'note', null, 'organization_id', $1::uuid,
    'title', (array['Key leaked', 'Phishing mail', 'Ransomware', 'Disk encryption disabled'])[1 + n % 4]
      || ' on ws-' || n % 5000,
    'description', 'Alert ' || n || ' of rule ' || n % 300 || ' for user u' || n % 9000 || '@example.org',
    'severity', (array['low', 'medium', 'high', 'critical'])[1 + n * 7 % 4], 'affected_systems', '[]'::jsonb,
    'affected_persons_count', 0, 'regulation', case when n % 10 = 1 then 'dora' else 'nis2' end,
    'is_significant', n * 7 % 4 > 1, 'early_warning_deadline', said.at, 'notification_deadline', said.at,
    'final_report_deadline', said.at, 'detected_at', said.at, 'created_at', said.at,
    'status', case when n % 200 < 2 then 'investigating' when n % 20 = 6 then 'open' else 'closed' end,
    'source', jsonb_build_object('kind', 'api', 'id', 'bench', 'format', null, 'source_system', null,
      'external_id', 'ev-' || n, 'occurred_at', null, 'received_at', said.at, 'body_sha256', null, 'product', null,
      'mapping_version', null, 'notes', '[]'::jsonb))::text
  from (
    select n, (lpad(to_hex(1700000000000 + n::bigint * 1000), 12, '0') || '7000800000000000'
      || lpad(to_hex(n % 65536), 4, '0'))::uuid as id from generate_series($2::int, $3::int) as n) as made,
    lateral (select to_char(to_timestamp(1700000000 + n) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS".000Z"') as at) as said`

import { sql } from '../../harness/database.ts'
import { median } from '../support/load.ts'
import { rest } from '../support/rest.ts'
import type { Stand } from '../support/stand.ts'
import { certifiedSystem } from './gate-query.ts'

/** p50 of a gate query, one connection, after 1,000,000 stored results ÷ after 1,000. Reported without a bar. */
export async function gateHistory(
  stand: Stand,
): Promise<{ ratio: number; long_ms: number; short_ms: number }> {
  const systemId = await certifiedSystem(stand)
  await store(stand, systemId, 1000)
  const short = await p50(stand, systemId)
  await store(stand, systemId, 999_000)
  const long = await p50(stand, systemId)
  return { ratio: long / short, long_ms: long, short_ms: short }
}

/** Copies one real result of the AI system many times, directly in the database. */
async function store(stand: Stand, systemId: string, count: number): Promise<void> {
  await sql(
    stand.databaseUrl,
    `insert into ingestion.evaluations (org_id, id, version, entry_id, position, record, system_id, eval_type)
     select org_id, made.id, 1, entry_id, 0, replace(record, one.id::text, made.id::text), system_id, eval_type
     from (select * from ingestion.evaluations where org_id = $1 and system_id = $2 limit 1) as one,
       (select gen_random_uuid() as id from generate_series(1, $3::int)) as made`,
    [stand.organizationId, systemId, count],
  )
  await sql(stand.databaseUrl, 'vacuum (analyze) ingestion.evaluations')
}

async function p50(stand: Stand, systemId: string): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < 600; i++) {
    const started = performance.now()
    await rest(stand, 'GET', `/gate-status/${systemId}`)
    if (i >= 100) times.push(performance.now() - started)
  }
  return median(times)
}

import { sql } from '../../harness/database.ts'
import { median } from '../support/load.ts'
import { rest } from '../support/rest.ts'
import type { Stand } from '../support/stand.ts'

const DEEP = 5_000_000
const SHALLOW = 10_000

/** p50 of a page of 50 in the middle of 5,000,000 incidents ÷ of 10,000, one connection, in turn. */
export async function listDepth(
  stand: Stand,
): Promise<{ ratio: number; deep_ms: number; shallow_ms: number }> {
  const cursors = { deep: await fill(stand, DEEP), shallow: '' }
  const shallow = await stand.another()
  cursors.shallow = await fill({ ...stand, organizationId: shallow.id }, SHALLOW)
  const times = { deep: [] as number[], shallow: [] as number[] }
  for (let i = 0; i < 400; i++) {
    for (const [which, key] of [
      ['deep', stand.key],
      ['shallow', shallow.key],
    ] as const) {
      const started = performance.now()
      const page = await rest({ ...stand, key }, 'GET', `/incidents?limit=50&cursor=${cursors[which]}`)
      if (i >= 100) times[which].push(performance.now() - started)
      if (page.data.length !== 50) throw new Error(`the ${which} page holds ${page.data.length}`)
    }
  }
  const [deep, flat] = [median(times.deep), median(times.shallow)]
  return { ratio: deep / flat, deep_ms: deep, shallow_ms: flat }
}

/** Copies one real incident many times, directly in the database. Returns the id in the middle. */
async function fill(stand: Stand, count: number): Promise<string> {
  const insert = `
    insert into ledger.incidents (org_id, id, version, entry_id, position, record)
    select $1, made.id, 1, made.id, 0, replace(record.text, record.id, made.id::text)
    from (select record::jsonb ->> 'id' as id, record as text from ledger.incidents limit 1) as record,
      (select (lpad(to_hex(1700000000000 + n), 12, '0') || '7000800000000000' || lpad(to_hex(n % 65536), 4, '0'))::uuid as id
       from generate_series($2::int, $3::int) as n) as made`
  await rest(stand, 'POST', '/incidents', {
    title: 'One of many',
    severity: 'low',
    description: 'x'.repeat(200),
  })
  for (let from = 1; from <= count; from += 500_000) {
    await sql(stand.databaseUrl, insert, [stand.organizationId, from, Math.min(count, from + 499_999)])
  }
  await sql(stand.databaseUrl, 'vacuum (analyze) ledger.incidents')
  const [middle] = await sql<{ id: string }>(
    stand.databaseUrl,
    'select id from ledger.incidents where org_id = $1 order by id offset $2 limit 1',
    [stand.organizationId, Math.floor(count / 2)],
  )
  return middle!.id
}

import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import { sql } from '../../harness/database.ts'
import type { Acknowledged } from './writers.ts'

type Row = { org_id: string; entry_id: string; type: string; position: number; record: string }
type Receipt = { type: string; count: number; root: string }

/**
 * Checks that records and entries agree in both directions: every written record has a receipt, and every receipt has its record.
 */
export async function expectWhole(databaseUrl: string): Promise<{ entries: number; records: number }> {
  const views = await sql<{ name: string }>(
    databaseUrl,
    `select schemaname || '.' || viewname as name from pg_views where viewname = 'records_v1' order by 1`,
  )
  expect(views.length).toBeGreaterThan(0)
  const union = views.map(({ name }) => `select org_id, entry_id, type, position, record from ${name}`)
  const records = await sql<Row>(
    databaseUrl,
    `select * from (${union.join(' union all ')}) as r order by org_id, entry_id, type, position`,
  )
  const entries = await sql<{ org_id: string; id: string; entry: string }>(
    databaseUrl,
    'select org_id, id, entry from ledger.entries',
  )
  const written = Map.groupBy(records, ({ org_id, entry_id, type }) => `${org_id} ${entry_id} ${type}`)
  const receipted = new Map<string, Receipt>()
  for (const { org_id, id, entry } of entries) {
    const { receipts, outcome, operation, ...rest } = JSON.parse(entry)
    expect(rest).toMatchObject({ id, organization_id: org_id })
    if (/^create(Incident|Asset|Supplier|Key)$/.test(operation) && outcome === 'ok')
      expect(receipts).toHaveLength(rest.details.replay_of === undefined ? 1 : 0)
    // An export that did not arrive is itself recorded.
    if (outcome !== 'ok' && operation !== 'exportEvidence') expect(receipts).toEqual([])
    for (const receipt of receipts as Receipt[]) receipted.set(`${org_id} ${id} ${receipt.type}`, receipt)
  }
  expect(
    [...written.keys()].filter((key) => !receipted.has(key)),
    'records without an entry',
  ).toEqual([])
  expect(
    [...receipted.keys()].filter((key) => !written.has(key)),
    'receipts without records',
  ).toEqual([])
  for (const [key, rows] of written) {
    const root = treeHash(rows.map(({ record }) => hash(Buffer.concat([Buffer.of(0), Buffer.from(record)]))))
    expect({ type: rows[0]!.type, count: rows.length, root: root.toString('hex') }, key).toEqual(
      receipted.get(key),
    )
    expect(rows.map(({ position }) => position)).toEqual(rows.map((_, i) => i))
  }
  return { entries: entries.length, records: records.length }
}

/**
 * Checks that every acknowledged write exists exactly once, under its id and the request id of its answer; others at most once.
 */
export async function expectOnce(
  databaseUrl: string,
  sent: string[],
  acknowledged: Acknowledged[],
): Promise<void> {
  const rows = await sql<{ name: string; id: string; entry_id: string }>(
    databaseUrl,
    `select coalesce(record::jsonb ->> 'title', record::jsonb ->> 'name') as name, id, entry_id from (
       select id, entry_id, record from ledger.incidents union all
       select id, entry_id, record from ledger.assets union all
       select id, entry_id, record from ledger.suppliers) as r`,
  )
  const found = Map.groupBy(rows, ({ name }) => name)
  for (const { name, id, requestId } of acknowledged) {
    expect(found.get(name), name).toEqual([{ name, id, entry_id: requestId }])
  }
  for (const name of sent) expect(found.get(name)?.length ?? 0, name).toBeLessThanOrEqual(1)
}

function hash(data: Buffer): Buffer {
  return createHash('sha256').update(data).digest()
}

/** MTH of RFC 6962 section 2.1, over leaf hashes. */
function treeHash(leaves: Buffer[]): Buffer {
  if (leaves.length === 1) return leaves[0]!
  let split = 1
  while (split * 2 < leaves.length) split *= 2
  return hash(Buffer.concat([Buffer.of(1), treeHash(leaves.slice(0, split)), treeHash(leaves.slice(split))]))
}

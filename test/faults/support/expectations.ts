import { expect } from 'vitest'
import { withOperator } from '../../../gateway/cli/operator/operator.ts'
import { LogService } from '../../../proto/gen/attestry/ledger/v1/log_pb.ts'
import { rpc } from '../../harness/control.ts'
import { entriesInQueue, sql } from '../../harness/database.ts'
import { expectWhole } from '../../process/support/integrity.ts'
import type { Kind, Sent } from './load.ts'
import { AGENT, type Scene } from './scene.ts'

/**
 * Checks that every promise holds. An acknowledged write exists once under its entry, any other write at most once. Records and
 * entries agree in both directions, every tree verifies, and no finding of an acknowledged event is missing.
 */
export async function expectNothingLost(baseUrl: string, scene: Scene, sent: Sent): Promise<void> {
  const databaseUrl = scene.env.DATABASE_URL!
  expect(sent.unexpected).toEqual([])
  for (const { status, body } of sent.faults) expect({ status, code: body?.error?.code }).toEqual(FAULT)
  await expectAcknowledged(databaseUrl, sent)
  await expectFindings(databaseUrl, sent)
  await expectWhole(databaseUrl)
  await expectSequenced(databaseUrl)
  const { session } = scene.organization.admin
  const verified = await rpc(baseUrl, 'attestry.ledger.v1.LogService/VerifyLog', { session })
  expect(verified.body).toMatchObject({ ok: true })
  expect(verified.body.typesNotChecked ?? []).toEqual([])
  const { PORT: _, ...env } = scene.env
  const installation = await withOperator(env, (call) => call(LogService.method.verifyLog, {}))
  expect(installation).toMatchObject({ ok: true, problems: [] })
}

async function expectAcknowledged(databaseUrl: string, { names, acknowledged }: Sent): Promise<void> {
  const records = await sql<{ type: string; id: string; entry_id: string; name: string }>(
    databaseUrl,
    RECORDS,
  )
  const byId = Map.groupBy(records, ({ type, id }) => `${type} ${id}`)
  const byName = Map.groupBy(records, ({ type, name }) => `${type} ${name}`)
  for (const { kind, name, ids, requestId, replay } of acknowledged) {
    if (kind === 'delivery') {
      const found = byName.get(`incidents ${name}`) ?? []
      expect(found.length, `${name}, ${replay ? 'taken before' : 'acknowledged'}`).toBe(1)
      if (!replay) expect(found[0]!.entry_id).toBe(requestId)
      continue
    }
    expect(ids.length, name).toBe(kind === 'evaluations' || kind === 'events' ? 2 : 1)
    for (const id of ids) {
      const entries = byId.get(`${TYPES[kind]} ${id}`)?.map(({ entry_id }) => entry_id)
      expect(entries, name).toEqual([requestId])
    }
  }
  for (const name of names) expect(byName.get(`incidents ${name}`)?.length ?? 0, name).toBeLessThanOrEqual(1)
}

async function expectFindings(databaseUrl: string, { acknowledged }: Sent): Promise<void> {
  const rows = await sql<{ tool_name: string; occurrences: string }>(
    databaseUrl,
    `select tool_name, occurrences from ingestion.findings_v1 where kind = 'tool' and agent_identity = $1`,
    [AGENT],
  )
  const found = new Map(rows.map(({ tool_name, occurrences }) => [tool_name, occurrences]))
  for (const { name } of acknowledged.filter(({ kind }) => kind === 'events'))
    expect(found.get(name), name).toBe('1')
}

/** Checks that the queue of entries without a place in their tree empties by itself. */
async function expectSequenced(databaseUrl: string): Promise<void> {
  await expect.poll(() => entriesInQueue(databaseUrl)).toBe(0)
}

const FAULT = { status: 500, code: 'internal_error' }

const TYPES: { [kind in Kind]: string } = {
  incident: 'incidents',
  evaluations: 'evaluations',
  run: 'agent-runs',
  events: 'agent-events',
  gate: 'gate-decisions',
  delivery: 'webhook-deliveries',
}

const RECORDS = `
  select type, id, entry_id, coalesce(record::jsonb ->> 'title', '') as name
  from (select * from ledger.records_v1 union all select * from ingestion.records_v1
    union all select * from gate.records_v1) as r`

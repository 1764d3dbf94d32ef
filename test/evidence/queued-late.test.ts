import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../harness/database.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { call } from '../harness/rest.ts'
import { oneApprover } from './support/one-approver.ts'

let at: TestInstallation
let passedMs = 0
beforeAll(async () => {
  at = await bootInstallation({ clock: { now: () => new Date(Date.now() + passedMs) } })
})
afterAll(() => at.stop())

test('verify.mjs remarks on a hidden trigger whose entry was kept out of the log until the gate had passed', async () => {
  const { id, key, approver, scene, found } = await oneApprover(at)
  await scene.certify(approver)
  const run = { agent_identity: scene.agentIdentity, run_ref: 'r', started_at: '2026-01-02T03:04:05Z' }
  const { body } = await call(at.baseUrl, '/api/v1/agent-runs', { key, body: run })
  const write = (text: string) => sql(at.databaseUrl, text, [id])
  /** Everything that was committed and is in the queue has its leaf: a call a minute later has to have seen it. */
  const logged = () =>
    expect.poll(() => sql(at.databaseUrl, 'select from ledger.queue where org_id = $1', [id])).toEqual([])
  expect(await found()).toEqual([])

  // Entries of findings do not reach the queue.
  await sql(at.databaseUrl, KEEP_OUT)
  await sql(
    at.databaseUrl,
    'create trigger keep_out before insert on ledger.queue for each row execute function public.keep_out()',
  )
  const event = { seq: 0, event_type: 'tool_call', tool_name: 'wipe', occurred_at: '2026-01-02T03:04:05Z' }
  await call(at.baseUrl, `/api/v1/agent-runs/${body.data[0].id}/events`, {
    key,
    body: [{ ...event, payload: {} }],
  })
  await write('update ingestion.finding_subjects set occurrences = occurrences - 1 where org_id = $1')
  await logged()
  passedMs = 90_000
  expect(await scene.gate()).toEqual(['pass'])
  await write('update ingestion.finding_subjects set occurrences = occurrences + 1 where org_id = $1')
  await sql(at.databaseUrl, 'drop trigger keep_out on ledger.queue')
  await sql(at.databaseUrl, 'drop function public.keep_out()')
  await write(
    `insert into ledger.queue (org_id, entry_id) select org_id, id from ledger.entries
     where org_id = $1 and entry like '%"operation":"submitRunEvents"%'`,
  )
  await logged()
  expect(await scene.gate()).toEqual(['block', 'open_drift_trigger'])
  expect(await found()).toEqual([expect.stringMatching('began a minute or more before')])
})

const KEEP_OUT = `
  create function public.keep_out() returns trigger language plpgsql as $$ begin
    if (select e.entry like '%"operation":"submitRunEvents"%' from ledger.entries e where e.id = new.entry_id) then
      return null;
    end if;
    return new;
  end $$`

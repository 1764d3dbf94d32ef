import { afterAll, beforeAll, expect, test } from 'vitest'
import { ChannelKind } from '../../proto/gen/attestry/ledger/v1/notifications_pb.ts'
import { systemClock } from '../../services/kernel/clock.ts'
import type { Database } from '../../services/kernel/database/database.ts'
import { findEvents } from '../../services/ledger/store/notifications/find-events.ts'
import { sql } from '../harness/database.ts'
import type { TestInstallation } from '../harness/installation.ts'
import { recordingStatements, rowsReadByEach } from '../harness/plans.ts'
import { event, idsOf, run, type Tenant, tenantOf } from '../ingestion/support.ts'
import { bootWithoutNotifier, notificationsAs } from './support/boot.ts'

const TOOLS = 500
/** Of the rows that a step reads for each of its findings. A lookup among all findings of the system reads hundreds. */
const FEW = 20

let at: TestInstallation
let db: Database
let stop: () => Promise<void>
beforeAll(async () => {
  ;({ at, db, stop } = await bootWithoutNotifier())
})
afterAll(() => stop())

test('a step of the finder reads few rows for each finding and mark, however many there are', async () => {
  const organization = await at.another()
  const tenant = tenantOf(at, organization)
  await tenant.profile(await tenant.system('Assistant'), 'bot', { tools: [] })
  const { client, as } = notificationsAs(at, organization.admin.session)
  const channel = { name: 'hook', kind: ChannelKind.WEBHOOK, url: 'https://receiver.example/' }
  await client.createChannel({ ...channel, events: ['trigger.opened'] }, as('createChannel'))

  await useTools(tenant, TOOLS)
  expect(above(FEW * TOOLS, await readByStep(organization.id))).toEqual([])
  const [{ marks, ids }] = (await tenant.sql<{ marks: number; ids: number }>(OPENED, [organization.id])) as [
    { marks: number; ids: number },
  ]
  expect([marks, ids]).toEqual([TOOLS, TOOLS])

  await useTools(tenant, 1)
  expect(above(10 * FEW, await readByStep(organization.id))).toEqual([])
})

/** Calls tools that no profile documents, in one batch, and waits until the log has it. */
async function useTools(tenant: Tenant, count: number): Promise<void> {
  const runId = idsOf(await tenant.rest('/agent-runs', run({ agent_identity: 'bot' })))[0]!
  const calls = Array.from({ length: count }, (_, i) =>
    event(i + 1, { event_type: 'tool_call', tool_name: `tool ${i}` }),
  )
  expect((await tenant.rest(`/agent-runs/${runId}/events`, calls)).status).toBe(201)
  const waiting = () => sql<{ n: number }>(at.databaseUrl, 'select count(*)::int as n from ledger.queue')
  await expect.poll(async () => (await waiting())[0]!.n).toBe(0)
}

/** How many rows each statement about findings and marks goes through in one step. */
async function readByStep(organizationId: string) {
  const noted = recordingStatements(db)
  expect(await findEvents({ db: noted, clock: systemClock }, organizationId)).toBeGreaterThan(0)
  const asked = noted.sent.filter(({ text }) => /^select/.test(text) && /findings|marks/.test(text))
  expect(asked.length).toBeGreaterThan(1)
  return rowsReadByEach(at.databaseUrl, asked)
}

const above = (limit: number, read: { text: string; rows: number }[]) =>
  read.filter(({ rows }) => rows >= limit)

/** How many triggers are marked as open, and how many of them are findings. */
const OPENED = `
  select count(*)::int as marks, count(f.finding_id)::int as ids from ledger.notification_marks m
  left join ingestion.findings_v1 f on f.org_id = m.org_id and f.finding_id::text = m.subject
  where m.org_id = $1 and m.kind = 'trigger'`

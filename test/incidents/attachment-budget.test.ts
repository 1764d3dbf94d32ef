import { afterAll, beforeAll, expect, test } from 'vitest'
import { IncidentWorkService } from '../../proto/gen/attestry/ledger/v1/incident_changes_pb.ts'
import { controlClient, rpc } from '../harness/control.ts'
import { sql } from '../harness/database.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import type { TestOrganization } from '../harness/organization.ts'
import { call } from '../harness/rest.ts'

let at: TestInstallation
beforeAll(async () => {
  at = await bootInstallation({ env: { ATTESTRY_ATTACHMENT_MIB_PER_DAY: '10' } })
})
afterAll(() => at.stop())

test('an organization beyond its daily attachment budget is refused with Retry-After, and others are not', async () => {
  const [one, other] = [await at.another(), await at.another()]
  const [id, elsewhere] = [await incident(one), await incident(other)]
  const content = Buffer.alloc(10 * 1024 * 1024 - 1)
  const work = controlClient(at.baseUrl, IncidentWorkService, one.admin.session, true)
  // The rest of the budget is enough to begin a file; the next files wait for the bytes that it takes beyond.
  await work.attachToIncident({ id, name: 'first', content })
  await work.attachToIncident({ id, name: 'second', content })
  const refused = await attach(one, id)
  expect(refused.status).toBe(429)
  expect(refused.body.error).toEqual({
    code: 'rate_limited',
    message: 'the organization has attached as much as it may in a day: try again later',
    details: { retry_after: expect.any(Number) },
  })
  expect(refused.headers.get('retry-after')).toBe(String(refused.body.error.details.retry_after))
  expect((await attach(other, elsewhere)).status).toBe(200)
  await sql(
    at.databaseUrl,
    `update ledger.attachment_budgets set at = at - interval '1 day' where org_id = $1`,
    [one.id],
  )
  expect((await attach(one, id)).status).toBe(200)
  expect((await work.listIncidentAttachments({ id })).attachments).toHaveLength(3)
})

test('a file that could not be attached takes nothing from the attachment budget', async () => {
  const org = await at.another()
  const id = await incident(org)
  expect((await attach(org, id)).status).toBe(200)
  const before = await left(org)
  await failing(org, 'broken', `raise exception 'broken'`)
  expect((await attach(org, id)).status).toBeGreaterThanOrEqual(500)
  expect(await left(org)).toBeGreaterThanOrEqual(before)
})

test('a file of which nobody knows whether it was attached is taken from the attachment budget', async () => {
  const org = await at.another()
  const id = await incident(org)
  expect((await attach(org, id)).status).toBe(200)
  const before = await left(org)
  await failing(org, 'gone', 'perform pg_terminate_backend(pg_backend_pid())')
  expect((await attach(org, id)).status).toBeGreaterThanOrEqual(500)
  expect(await left(org)).toBeLessThan(before)
})

/** What is left of the budget, in the least amount of a file. */
async function left({ id }: TestOrganization): Promise<number> {
  const text = 'select available from ledger.attachment_budgets where org_id = $1'
  const [row] = await sql<{ available: number }>(at.databaseUrl, text, [id])
  return Math.round(row!.available / 4096)
}

/** Makes the writes of files of an organization fail. */
async function failing({ id }: TestOrganization, name: string, statement: string): Promise<void> {
  await sql(
    at.databaseUrl,
    `create function ledger.${name}() returns trigger language plpgsql security definer as $$ begin
      if new.org_id = '${id}' then ${statement}; end if; return new; end $$;
    create trigger ${name} before insert on ledger.attachment_contents for each row execute function ledger.${name}()`,
  )
}

function attach({ admin: { session } }: TestOrganization, id: string) {
  const body = { id, name: 'small', content: Buffer.of(1).toString('base64') }
  return rpc(at.baseUrl, 'attestry.ledger.v1.IncidentWorkService/AttachToIncident', { session, body })
}

async function incident({ key }: TestOrganization): Promise<string> {
  const made = await call(at.baseUrl, '/api/v1/incidents', { key, body: { title: 'x', severity: 'low' } })
  return made.body.id
}

import { afterAll, beforeAll, expect, test } from 'vitest'
import { IncidentService } from '../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { controlClient } from '../harness/control.ts'
import { sql } from '../harness/database.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { call } from '../harness/rest.ts'

let at: TestInstallation
beforeAll(async () => {
  at = await bootInstallation()
})
afterAll(() => at.stop())

const rest = (path: string, options: Parameters<typeof call>[2] = {}) =>
  call(at.baseUrl, `/api/v1${path}`, { key: at.organization.key, ...options })

test('an incident created over REST has its deadlines, and reads the same when fetched and listed', async () => {
  const created = await rest('/incidents', {
    body: {
      title: 'Key leaked',
      severity: 'critical',
      detected_at: '2027-01-28T11:00:00+01:00',
      affected_systems: ['vault'],
      regulation: 'dora',
    },
  })
  expect(created.status).toBe(201)
  expect(created.body).toMatchObject({
    severity: 'critical',
    is_significant: true,
    early_warning_deadline: '2027-01-29T10:00:00.000Z',
    notification_deadline: '2027-01-31T10:00:00.000Z',
    final_report_deadline: '2027-02-28T10:00:00.000Z',
    status: 'open',
    regulation: 'dora',
    source: { kind: 'api', id: at.organization.keyId },
  })
  expect((await rest(`/incidents/${created.body.id}`)).body).toEqual(created.body)
  expect((await rest('/incidents')).body.data[0]).toEqual(created.body)
})

test('a created incident and its audit entry are stored together, under the request id', async () => {
  const created = await rest('/incidents', { body: { title: 'Logged', severity: 'low' } })
  const requestId = created.headers.get('x-request-id')
  const [row] = await sql<{ entry: string; record: string }>(
    at.databaseUrl,
    'select e.entry, i.record from ledger.entries e join ledger.incidents i on i.org_id = e.org_id and i.entry_id = e.id where e.id = $1',
    [requestId],
  )
  expect(JSON.parse(row!.entry)).toMatchObject({
    operation: 'createIncident',
    outcome: 'ok',
    actor: { kind: 'api_key', id: at.organization.keyId },
    receipts: [{ type: 'incidents', count: 1 }],
  })
  expect(JSON.parse(row!.record)).toMatchObject({ id: created.body.id, title: 'Logged' })
})

test('another organization’s incident answers exactly as one that never existed', async () => {
  const created = await rest('/incidents', { body: { title: 'Mine', severity: 'low' } })
  const other = await at.another()
  const theirs = await rest(`/incidents/${created.body.id}`, { key: other.key })
  const nobodys = await rest('/incidents/018f0000-0000-7000-8000-000000000001', { key: other.key })
  expect(theirs.status).toBe(404)
  expect(theirs.text).toBe(nobodys.text)
  expect((await rest('/incidents', { key: other.key })).body).toEqual({ data: [], next_cursor: null })
})

test('paging through incidents shows each one that existed at the start exactly once', async () => {
  const { key } = await at.another()
  const titles = Array.from({ length: 7 }, (_, i) => `incident ${i}`)
  for (const title of titles) await rest('/incidents', { key, body: { title, severity: 'low' } })
  const seen: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page: Awaited<ReturnType<typeof call>> = await rest(
      `/incidents?limit=3${cursor === '' ? '' : `&cursor=${cursor}`}`,
      { key },
    )
    seen.push(...page.body.data.map((incident: { title: string }) => incident.title))
    cursor = page.body.next_cursor
  }
  expect(seen).toEqual(titles.toReversed())
})

test('an incident with very many versions is shown with its newest 200', async () => {
  const { id } = (await rest('/incidents', { body: { title: 'Moved', severity: 'low' } })).body
  await sql(
    at.databaseUrl,
    `insert into ledger.incidents (org_id, id, version, entry_id, record)
     select org_id, id, n, entry_id, replace(record, '"version":1', '"version":' || n)
     from ledger.incidents, generate_series(2, 250) n where id = $1`,
    [id],
  )
  const incidents = controlClient(at.baseUrl, IncidentService, at.organization.admin.session)
  const { incident, versions } = await incidents.getIncident({ id })
  expect(incident!.version).toBe(250)
  expect(versions.map(({ version }) => version)).toEqual(Array.from({ length: 200 }, (_, i) => 250 - i))
})
